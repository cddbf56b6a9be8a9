import { u8 } from "@ledger/bcs";
import {
  bytesEqual,
  frameworkKey,
  StateKey,
  Transaction,
  type WriteOp,
  type WriteSet,
  writeOpData,
  writesOf,
} from "@ledger/types";
import { localChainId } from "./chain-id.ts";
import { type FeatureChanges, featuresKey, switchFeatures } from "./feature-changes.ts";
import { genesisGzip } from "./genesis-data.ts";

/** The state key of the chain's id, a struct of one byte. */
const chainIdKey = frameworkKey("chain_id", "ChainId");

/**
 * The genesis transaction that every local network begins with, as BCS. It was made by executing the framework, and is shipped.
 *
 * @param features - flags that are other than in the shipped genesis
 * @param chainId - from 1 to 255; that of local networks when absent
 */
export async function readLocalGenesis(
  features: FeatureChanges = {},
  chainId: number = localChainId,
): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(genesisGzip), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const genesis = new Uint8Array(await new Response(stream).arrayBuffer());
  const isShipped = Object.keys(features).length === 0 && chainId === localChainId;
  return isShipped ? genesis : changed(genesis, features, chainId);
}

/** Nothing else of a genesis depends on its flags, since the calls that make it come before, or on its chain id. */
function changed(genesis: Uint8Array, features: FeatureChanges, chainId: number): Uint8Array {
  const transaction = Transaction.decode(genesis);
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct")
    throw new TypeError("the shipped genesis is not what it should be");
  const { writeSet, events } = transaction.value.value;
  const writes = new Map(
    [...writesOf(writeSet)].map(([key, op]) => {
      const encoded = StateKey.encode(key);
      if (bytesEqual(encoded, featuresKey)) return [key, switched(op, features)];
      return [key, bytesEqual(encoded, chainIdKey) ? ({ kind: "Creation", value: u8.encode(chainId) } as const) : op];
    }),
  );
  const made: WriteSet =
    writeSet.kind === "V0" ? { kind: "V0", value: writes } : { kind: "V1", value: { ...writeSet.value, writes } };
  const value = { kind: "Direct", value: { writeSet: made, events } } as const;
  return Transaction.encode({ kind: "GenesisTransaction", value });
}

function switched(op: WriteOp, features: FeatureChanges): WriteOp {
  return { kind: "Creation", value: switchFeatures(writeOpData(op)!, features) };
}
