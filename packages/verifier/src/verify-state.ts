import {
  bytesEqual,
  bytesToHex,
  type HashValue,
  hashStateKey,
  hashStateValue,
  mapKey,
  type SparseMerkleEnd,
  StateValue,
  sparseMerkleMultiproofRoot,
  type TransactionInfoV0,
} from "@ledger/types";
import type { StateAnswer, StateAnswerEntry } from "./answer.ts";
import { inStep, VerificationError } from "./verification-error.ts";
import { readTransactionInfo, type TrustedRoot, verifyInfo } from "./verify-info.ts";

/** The question that a state answer has to fit. */
export interface StateQuestion {
  /**
   * Encoded state keys that were asked for: the answer has exactly these. For a witness, whose keys the node chose, absent; every
   * later read must then be looked up in the result.
   */
  readonly keys?: readonly Uint8Array[] | undefined;
  /** Version at which the state was asked for. The answer is of no later one. */
  readonly version: bigint;
  /**
   * Accepts the state at the end of an earlier block. Nothing shows then that it is the last one before `version`. It is refused
   * when absent.
   */
  readonly allowEarlier?: boolean | undefined;
  /**
   * Values that an answer may leave out, by their hashes. The hashes must be those that were computed from the values here: they are
   * not computed again.
   */
  readonly known?: { get(valueHash: HashValue): StateValue | undefined } | undefined;
}

/** State that was proved. */
export interface VerifiedState {
  /** The version whose state it is: the last one of a block. */
  readonly version: bigint;
  /** The transaction info at that version. */
  readonly info: TransactionInfoV0;
  /** Root of the state. */
  readonly stateRoot: HashValue;
  /**
   * The value of a key that the answer covers.
   *
   * @param key - encoded state key
   * @returns `undefined` where the key is proved to be absent
   * @throws {@link VerificationError} `value` for a key that the answer does not cover
   */
  read(key: Uint8Array): StateValue | undefined;
}

/**
 * Checks a state answer against a ledger that one trusts. Runs without a network, in some hashes per key.
 *
 * @throws {@link VerificationError} with the first step that fails: `vouching`, `info`, `accumulator`, `state`, `value`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#5.1 | Specification, proofs 5.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#5.2 | Specification, proofs 5.2}
 */
export function verifyState(answer: StateAnswer, question: StateQuestion, trusted: TrustedRoot): VerifiedState {
  const info = readTransactionInfo(answer.info.transactionInfo);
  const stateRoot = info.stateCheckpointHash;
  if (stateRoot === undefined) throw new VerificationError("info", `version ${answer.version} does not end a block`);
  expectVersion(answer.version, question);
  const { stateRootsSince = 0n } = trusted;
  if (answer.version < stateRootsSince)
    throw new VerificationError(
      "vouching",
      `state roots are vouched for from version ${stateRootsSince} on, not of ${answer.version}`,
    );
  verifyInfo(answer.info, answer.version, trusted);
  const root = inStep("state", "the multiproof", () =>
    sparseMerkleMultiproofRoot({ ends: answer.entries.map(toEnd), siblings: answer.siblings }),
  );
  if (!bytesEqual(root, stateRoot)) {
    throw new VerificationError("state", `the proof does not lead to the state root of version ${answer.version}`);
  }
  return { version: answer.version, info, stateRoot, read: readValues(answer.entries, question) };
}

function expectVersion(version: bigint, { version: asked, allowEarlier = false }: StateQuestion): void {
  if (version > asked) throw new VerificationError("info", `version ${version} is later than the asked ${asked}`);
  if (version < asked && !allowEarlier) {
    throw new VerificationError("info", `version ${version} is earlier than the asked ${asked}`);
  }
}

function toEnd({ key, value, valueHash, leaf, depth }: StateAnswerEntry): SparseMerkleEnd {
  const given = [value, valueHash, leaf].filter((part) => part !== undefined);
  if (given.length > 1) throw new Error("an entry has more than one of a value, its hash and a leaf");
  return { key: hashStateKey(key), valueHash: valueHash ?? (value && hashStateValue(value)), leaf, depth };
}

/** Decodes the values, and compares their keys with those that were asked for. */
function readValues(
  entries: readonly StateAnswerEntry[],
  { keys: asked, known }: StateQuestion,
): (key: Uint8Array) => StateValue | undefined {
  const values = new Map<string, StateValue | undefined>();
  for (const { key, value, valueHash } of entries) {
    const decoded = inStep("value", `the value of ${bytesToHex(key)}`, () => value && StateValue.decode(value));
    const found = valueHash === undefined ? decoded : known?.get(valueHash);
    if (valueHash !== undefined && found === undefined) {
      throw new VerificationError("value", `the value of ${bytesToHex(key)} was left out, and is not known`);
    }
    values.set(mapKey(key), found);
  }
  const read = (key: Uint8Array): StateValue | undefined => {
    const name = mapKey(key);
    if (!values.has(name)) throw new VerificationError("value", `the answer does not cover key ${bytesToHex(key)}`);
    return values.get(name);
  };
  if (asked === undefined) return read;
  const wanted = new Set(asked.map(mapKey));
  for (const key of asked) read(key);
  const extra = entries.find(({ key }) => !wanted.has(mapKey(key)));
  if (extra !== undefined) {
    throw new VerificationError("value", `key ${bytesToHex(extra.key)} was not asked for`);
  }
  return read;
}
