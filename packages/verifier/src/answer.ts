import { BcsError, bytes, type Codec, enumeration, option, struct, u16, u64 } from "@ledger/bcs";
import { HashValue, SparseMerkleLeaf } from "@ledger/types";
import { atMost } from "./at-most.ts";
import { VerificationError, type VerificationStep } from "./verification-error.ts";

/** One key of a state answer, with the end of its path. */
export interface StateAnswerEntry {
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** BCS of `StateValue`: with the metadata, which the hash covers; absent where the key is. */
  readonly value: Uint8Array | undefined;
  /** Hash of a value that was left out, because the client has it; `value` is absent then. */
  readonly valueHash?: HashValue | undefined;
  /** The other key's leaf at which the path of an absent key ends; absent where its place is empty. */
  readonly leaf: SparseMerkleLeaf | undefined;
  /** Siblings of the key's single proof, 0 to 256. */
  readonly depth: number;
}

/** A transaction info with its place in the ledger. */
export interface ProvedInfo {
  /** BCS of `TransactionInfo`. */
  readonly transactionInfo: Uint8Array;
  /** Siblings in the transaction accumulator, from the leaf to the root. */
  readonly siblings: readonly HashValue[];
  /** Last version of the accumulator that the siblings lead to. */
  readonly ledgerVersion: bigint;
}

/** The answer of a node that proves state: values and absences at the end of a block. Nothing of it is checked yet. */
export interface StateAnswer {
  /** Last version of the block after which the state is proved. */
  readonly version: bigint;
  /** One per key, ascending by the hash of the key. */
  readonly entries: readonly StateAnswerEntry[];
  /** Of the multiproof: roots of the largest subtrees without an asked key, in ascending order. */
  readonly siblings: readonly HashValue[];
  /** The transaction info at `version`, whose state root the multiproof leads to. */
  readonly info: ProvedInfo;
  /** BCS of `LedgerInfoWithSignatures`, where the node holds one at the ledger version. */
  readonly ledgerInfo: Uint8Array | undefined;
}

/** Most keys of one answer: nodes prove no more at once. */
const maxEntries = 1_000;

/** Most siblings of one path, and of a place in the ledger: its versions are u64. */
const [maxDepth, maxHeight] = [256, 64];

const Entry: Codec<StateAnswerEntry> = struct("StateAnswerEntry", {
  key: bytes,
  value: option(bytes),
  leaf: option(SparseMerkleLeaf),
  depth: u16,
});

const EntryV1: Codec<StateAnswerEntry> = struct("StateAnswerEntryV1", {
  key: bytes,
  value: option(bytes),
  valueHash: option(HashValue),
  leaf: option(SparseMerkleLeaf),
  depth: u16,
});

/** BCS of {@link ProvedInfo}. */
export const ProvedInfo: Codec<ProvedInfo> = struct("ProvedInfo", {
  transactionInfo: bytes,
  siblings: atMost(maxHeight, HashValue),
  ledgerVersion: u64,
});

function stateAnswer(entry: Codec<StateAnswerEntry>): Codec<StateAnswer> {
  return struct("StateAnswer", {
    version: u64,
    entries: atMost(maxEntries, entry),
    siblings: atMost(maxEntries * maxDepth, HashValue),
    info: ProvedInfo,
    ledgerInfo: option(bytes),
  });
}

const VersionedStateAnswer = enumeration("StateAnswer", { V0: stateAnswer(Entry), V1: stateAnswer(EntryV1) });

/** Steps of the members of answers, by the beginning of their path. */
const memberSteps: readonly (readonly [path: string, step: VerificationStep])[] = [
  ["ledgerInfo", "signature"],
  ["info.siblings", "accumulator"],
  ["info.ledgerVersion", "accumulator"],
  ["entries", "state"],
  ["siblings", "state"],
  ["transaction", "value"],
  ["events", "value"],
  ["writeSet", "value"],
];

/** BCS of a state answer: `00`, or `01` where values were left out, then the members in their order. */
export function encodeStateAnswer(answer: StateAnswer): Uint8Array {
  const isWhole = answer.entries.every(({ valueHash }) => valueHash === undefined);
  return VersionedStateAnswer.encode({ kind: isWhole ? "V0" : "V1", value: answer });
}

/**
 * Reads the BCS of a state answer, whole.
 *
 * @returns views of the bytes
 * @throws {@link VerificationError} of the part that does not decode, or has more items than an answer may have: 1,000 keys
 */
export function decodeStateAnswer(encoded: Uint8Array): StateAnswer {
  return decodeInSteps(() => VersionedStateAnswer.decode(encoded).value);
}

/** Decodes an answer. @throws VerificationError with the step of the member that does not decode, by memberSteps */
export function decodeInSteps<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    // An answer that has variants is their value.
    const member = cause.path.replace(/^value\./, "");
    const step = memberSteps.find(([start]) => member.startsWith(start))?.[1] ?? "info";
    throw new VerificationError(step, `the answer does not decode: ${cause.message}`, { cause });
  }
}
