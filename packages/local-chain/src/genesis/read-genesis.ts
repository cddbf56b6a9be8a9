import { bytesEqual, StateKey, Transaction, type WriteOp, type WriteSet, writeOpData, writesOf } from "@ledger/types";
import { type FeatureChanges, featuresKey, switchFeatures } from "./feature-changes.ts";
import { genesisGzip } from "./genesis-data.ts";

/**
 * The genesis transaction that every local network begins with, as BCS. It was made by executing the framework, and is shipped.
 *
 * @param features - flags that are other than in the shipped genesis
 */
export async function readLocalGenesis(features: FeatureChanges = {}): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(genesisGzip), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const genesis = new Uint8Array(await new Response(stream).arrayBuffer());
  return Object.keys(features).length === 0 ? genesis : withFeatures(genesis, features);
}

/** Nothing else of a genesis depends on the flags that it sets: the calls that make it come before. */
function withFeatures(genesis: Uint8Array, features: FeatureChanges): Uint8Array {
  const transaction = Transaction.decode(genesis);
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct")
    throw new TypeError("the shipped genesis is not what it should be");
  const { writeSet, events } = transaction.value.value;
  const writes = new Map(
    [...writesOf(writeSet)].map(([key, op]) => [
      key,
      bytesEqual(StateKey.encode(key), featuresKey) ? switched(op, features) : op,
    ]),
  );
  const changed: WriteSet =
    writeSet.kind === "V0" ? { kind: "V0", value: writes } : { kind: "V1", value: { ...writeSet.value, writes } };
  const value = { kind: "Direct", value: { writeSet: changed, events } } as const;
  return Transaction.encode({ kind: "GenesisTransaction", value });
}

function switched(op: WriteOp, features: FeatureChanges): WriteOp {
  return { kind: "Creation", value: switchFeatures(writeOpData(op)!, features) };
}
