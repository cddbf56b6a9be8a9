import { type AnyCodec, type BcsError, type Explanation, explain, fixedBytes, struct } from "@ledger/bcs";
import { moduleAbi, scriptAbi } from "@ledger/move";
import * as types from "@ledger/types";
import { jsonText } from "../browser/json-text.ts";

/** Bytes and what they are. */
export type Inspection =
  | { readonly kind: "tree"; readonly type: string; readonly tree: Explanation }
  | { readonly kind: "json"; readonly type: string; readonly json: string }
  | { readonly kind: "refused"; readonly message: string };

/** Said of text that {@link readHex} does not take. */
export const noHex = {
  kind: "refused",
  message: "this is no hex of whole bytes, or more than a million of them",
} as const;

/** Bytes that are read, at most; a block of code is smaller. */
const mostBytes = 1_000_000;

function isCodec(value: unknown): value is AnyCodec {
  return typeof value === "object" && value !== null && "decode" in value && "write" in value && "name" in value;
}

/** Every codec of the chain's types, by its name. */
const codecs: ReadonlyMap<string, AnyCodec> = new Map(
  Object.entries(types)
    .filter((entry): entry is [string, AnyCodec] => isCodec(entry[1]))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  "Move module": moduleAbi,
  "Move script": scriptAbi,
};

const signingMessage = "signing message";

/** The types that are signed. The hash of a type's name comes before its bytes. */
const signed = ["RawTransaction", "RawTransactionWithData"] as const;

/** Types in the order in which they are tried. A longer type that reads all bytes is rarely met by chance. */
const likely = [
  "SignedTransaction",
  "Transaction",
  "LedgerInfoWithSignatures",
  "RawTransaction",
  "RawTransactionWithData",
  "TransactionInfo",
  "WriteSet",
  "ContractEvent",
  "TransactionAccumulatorProof",
  "SparseMerkleProof",
  "AccountResource",
  "StateKey",
  "TypeTag",
];

/** Names that can be chosen. */
export const choices: readonly string[] = [...Object.keys(readers), signingMessage, ...codecs.keys()];

/** @returns the bytes of hex with or without `0x`, spaces and lines between; `undefined` for anything else */
export function readHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/g, "").replace(/^0x/i, "");
  if (digits.length % 2 !== 0 || digits.length > 2 * mostBytes || !/^[0-9a-f]*$/i.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Says what bytes are. @param type - one of the choices; empty to find out */
export function inspect(type: string, bytes: Uint8Array): Inspection {
  if (type === "") return findOut(bytes);
  const read = readers[type];
  if (read !== undefined) return readJson(type, read, bytes);
  if (type === signingMessage) return readSigned(bytes);
  return readTree(type, codecs.get(type), bytes);
}

function findOut(bytes: Uint8Array): Inspection {
  if (bytes.length === 0) return { kind: "refused", message: "there are no bytes yet" };
  for (const type of [signingMessage, ...Object.keys(readers), ...likely]) {
    const found = inspect(type, bytes);
    if (found.kind === "json" || (found.kind === "tree" && faultOf(found.tree) === undefined)) return found;
  }
  return {
    kind: "refused",
    message: "none of the usual types reads all of these bytes; choose one to see how far it gets",
  };
}

function readSigned(bytes: Uint8Array): Inspection {
  const domain = signed.find((name) => types.bytesEqual(types.domainSeed(name), bytes.subarray(0, types.hashLength)));
  if (domain === undefined) {
    return { kind: "refused", message: `these bytes begin with the hash of neither ${signed.join(" nor ")}` };
  }
  return readTree(
    signingMessage,
    struct(signingMessage, { prefix: fixedBytes(types.hashLength), [domain]: codecs.get(domain)! }),
    bytes,
  );
}

function readTree(type: string, codec: AnyCodec | undefined, bytes: Uint8Array): Inspection {
  if (codec === undefined) return { kind: "refused", message: `there is no type ${type}` };
  return { kind: "tree", type, tree: explain(codec, bytes) };
}

function readJson(type: string, read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): Inspection {
  try {
    return { kind: "json", type, json: jsonText(read(bytes)) };
  } catch (error) {
    return { kind: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The fault at which reading stopped. */
export function faultOf(tree: Explanation): BcsError | undefined {
  if (tree.error !== undefined) return tree.error;
  for (const child of tree.children) {
    const fault = faultOf(child);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Writes a value that has no parts. */
export function showValue(value: unknown): string {
  if (value === undefined) return "";
  if (value instanceof Uint8Array) return types.formatHex(value);
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
