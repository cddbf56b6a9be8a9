import type { LedgerReader } from "@ledger/state-store";
import {
  formatHash,
  type HashValue,
  hashStateKey,
  mapKey,
  mergeSparseMerkleProofs,
  type SparseMerkleProof,
  StateValue,
  StateValueMetadata,
} from "@ledger/types";
import { encodeStateAnswer, type StateAnswer, type StateAnswerEntry, stateAnswerToJson } from "@ledger/verifier";
import { ApiError } from "../contract/error.ts";
import type { RequestContext } from "../endpoint/context.ts";
import type { NegotiatedReply } from "../endpoint/route.ts";
import { createGiveWay } from "../machine/give-way.ts";
import { expectRoot, findProofPlace, type ProofPlace, type ProofTerms, proveInfo } from "./proved.ts";
import { StateProofSchema } from "./schemas.ts";

/** Most keys of one proof. */
export const maxProvedKeys = 1_000;

/** Most bytes of the values of one proof: they are written in one step. */
const maxValueBytes = 8 * 1024 * 1024;

/** Keys that are proved in one step: a millisecond or two. */
const keysPerStep = 16;

/** How state answers are written. */
export const stateProofReply = {
  description: "The values or absences, with their proof.",
  json: { schema: StateProofSchema, encode: (answer) => JSON.stringify(stateAnswerToJson(answer)) },
  bcs: {
    description: "The same: `00`, or `01` where values were left out, then the members in their order.",
    encode: encodeStateAnswer,
  },
} satisfies NegotiatedReply<StateAnswer>;

/** Hashes of values that a client has, as text: an answer may leave these out. */
export type KnownHashes = ReadonlySet<string>;

/**
 * Proves state at the end of the last block at or before a version.
 *
 * @param asked - encoded state keys; one that is given twice is answered once
 * @throws ApiError as {@link proveStateAt} and {@link findProofPlace}
 */
export async function proveState(
  context: RequestContext,
  asked: readonly Uint8Array[],
  { known, ...terms }: ProofTerms & { readonly known?: KnownHashes | undefined },
): Promise<StateAnswer> {
  return proveStateAt(context, asked, await findProofPlace(context, terms), known);
}

/**
 * Proves state at a place that was found before.
 *
 * @param asked - encoded state keys; one that is given twice is answered once
 * @param known - hashes of values that are left out
 * @param readState - reads the values
 * @throws ApiError `invalid_input` for too many keys, or more than 8 MiB of values; `web_framework_error` where the client has left;
 * `version_pruned` where the place went out of the window since it was found
 */
export async function proveStateAt(
  context: RequestContext,
  asked: readonly Uint8Array[],
  { kept, version, rootVersion }: ProofPlace,
  known?: KnownHashes,
  readState: LedgerReader["readState"] = (at, key) => context.store.readState(at, key),
): Promise<StateAnswer> {
  if (asked.length > maxProvedKeys)
    throw new ApiError("invalid_input", `${asked.length} keys are too many: at most ${maxProvedKeys}`);
  const keys = new Map<string, { readonly key: Uint8Array; readonly hash: HashValue }>();
  for (const key of asked) {
    const hash = hashStateKey(key);
    keys.set(mapKey(hash), { key, hash });
  }
  const hashes = [...keys.values()].map(({ hash }) => hash);
  const info = await proveInfo(context, kept, version, rootVersion);
  await expectRoot(kept, version, info.transactionInfo);
  const giveWay = createGiveWay(context);
  const proofs: SparseMerkleProof[] = [];
  for (let at = 0; at < hashes.length; at += keysPerStep) {
    proofs.push(...(await kept.tree.prove(version, hashes.slice(at, at + keysPerStep))));
    await giveWay();
  }
  const { ends, siblings } = mergeSparseMerkleProofs(hashes.map((key, i) => ({ key, proof: proofs[i]! })));
  const entries: StateAnswerEntry[] = [];
  let length = 0;
  for (const { key: hash, valueHash, leaf, depth } of ends) {
    await giveWay();
    const { key } = keys.get(mapKey(hash))!;
    const isKnown = valueHash !== undefined && known?.has(formatHash(valueHash)) === true;
    const value = valueHash && !isKnown ? await readValue(readState, version, key, hash) : undefined;
    length += value?.length ?? 0;
    if (length > maxValueBytes)
      throw new ApiError("invalid_input", `the values have more than ${maxValueBytes} bytes: ask for fewer keys`);
    entries.push({ key, value, valueHash: isKnown ? valueHash : undefined, leaf, depth });
  }
  return { version, entries, siblings, info, ledgerInfo: undefined };
}

/** BCS of a state value that is there. */
async function readValue(
  readState: LedgerReader["readState"],
  version: bigint,
  key: Uint8Array,
  hash: HashValue,
): Promise<Uint8Array> {
  const stored = await readState(version, key);
  if (stored === undefined)
    throw new Error(`the state tree has a value for ${mapKey(hash)} that the state does not have`);
  const { bytes, metadata } = stored;
  return StateValue.encode(
    metadata === undefined
      ? { kind: "V0", value: bytes }
      : { kind: "WithMetadata", value: { data: bytes, metadata: StateValueMetadata.decode(metadata) } },
  );
}
