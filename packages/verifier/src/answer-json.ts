import { formatHash, formatHex, type SparseMerkleLeaf } from "@ledger/types";
import type { ProvedInfo, StateAnswer, StateAnswerEntry } from "./answer.ts";
import { readBytes, readHash, readList, readObject, readOptional, readU64 } from "./json.ts";
import { inStep } from "./verification-error.ts";

/** A state answer in JSON: bytes and hashes as hex, versions as decimal text. */
export interface StateAnswerJson {
  readonly version: string;
  readonly entries: readonly StateAnswerEntryJson[];
  readonly siblings: readonly string[];
  readonly info: ProvedInfoJson;
  readonly ledger_info?: string;
}

/** {@link StateAnswerEntry} in JSON. */
export interface StateAnswerEntryJson {
  readonly key: string;
  readonly value: string | null;
  /** Present where the value was left out, because the client has it. */
  readonly value_hash?: string;
  readonly leaf: { readonly key: string; readonly value_hash: string } | null;
  readonly depth: number;
}

/** {@link ProvedInfo} in JSON. */
export interface ProvedInfoJson {
  readonly transaction_info: string;
  readonly siblings: readonly string[];
  readonly ledger_version: string;
}

/** JSON of a state answer. */
export function stateAnswerToJson({ version, entries, siblings, info, ledgerInfo }: StateAnswer): StateAnswerJson {
  return {
    version: String(version),
    entries: entries.map(({ key, value, valueHash, leaf, depth }) => ({
      key: formatHex(key),
      value: value === undefined ? null : formatHex(value),
      ...(valueHash === undefined ? {} : { value_hash: formatHash(valueHash) }),
      leaf: leaf === undefined ? null : { key: formatHash(leaf.key), value_hash: formatHash(leaf.valueHash) },
      depth,
    })),
    siblings: siblings.map(formatHash),
    info: provedInfoToJson(info),
    ...(ledgerInfo === undefined ? {} : { ledger_info: formatHex(ledgerInfo) }),
  };
}

/** JSON of a proved transaction info. */
export function provedInfoToJson({ transactionInfo, siblings, ledgerVersion }: ProvedInfo): ProvedInfoJson {
  return {
    transaction_info: formatHex(transactionInfo),
    siblings: siblings.map(formatHash),
    ledger_version: String(ledgerVersion),
  };
}

/**
 * Reads a state answer from parsed JSON of any shape. Hex may lack its `0x`; members that are not known are ignored.
 *
 * @throws {@link VerificationError} of the part that is missing or malformed
 */
export function readStateAnswerJson(json: unknown): StateAnswer {
  const { ledger_info, version, info, entries, siblings } = inStep("info", "the answer", () => readObject(json));
  return {
    ledgerInfo: inStep("signature", "ledger_info", () => readOptional(ledger_info, readBytes)),
    version: inStep("info", "version", () => readU64(version)),
    info: readProvedInfoJson(info),
    entries: inStep("state", "entries", () => readList(entries, readEntry)),
    siblings: inStep("state", "siblings", () => readList(siblings, readHash)),
  };
}

/**
 * Reads a proved transaction info from parsed JSON of any shape.
 *
 * @throws {@link VerificationError} `info` or `accumulator`
 */
export function readProvedInfoJson(json: unknown): ProvedInfo {
  const { transaction_info, siblings, ledger_version } = inStep("info", "info", () => readObject(json));
  return {
    transactionInfo: inStep("info", "transaction_info", () => readBytes(transaction_info)),
    siblings: inStep("accumulator", "siblings", () => readList(siblings, readHash)),
    ledgerVersion: inStep("accumulator", "ledger_version", () => readU64(ledger_version)),
  };
}

function readEntry(json: unknown): StateAnswerEntry {
  const { key, value, value_hash, leaf, depth } = readObject(json);
  if (typeof depth !== "number") throw new TypeError("a depth is not a number");
  return {
    key: readBytes(key),
    value: readOptional(value, readBytes),
    valueHash: readOptional(value_hash, readHash),
    leaf: readOptional(leaf, readLeaf),
    depth,
  };
}

function readLeaf(json: unknown): SparseMerkleLeaf {
  const { key, value_hash } = readObject(json);
  return { key: readHash(key), valueHash: readHash(value_hash) };
}
