import { bytesToHash, type HashValue, parseHex } from "@ledger/types";

/** A parsed JSON object of any members. @throws TypeError */
export function readObject(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new TypeError("not an object");
  return json as Readonly<Record<string, unknown>>;
}

/** A list, its items read one by one. @throws TypeError, and what `read` throws */
export function readList<T>(json: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(json)) throw new TypeError("not a list");
  return json.map((item) => read(item));
}

/** A member that may be null or missing. @throws what `read` throws */
export function readOptional<T>(json: unknown, read: (present: unknown) => T): T | undefined {
  return json === null || json === undefined ? undefined : read(json);
}

/** Bytes as hex, with or without `0x`. @throws TypeError, TypesError */
export function readBytes(json: unknown): Uint8Array {
  return parseHex(readText(json, "bytes are not hex"));
}

/** 32 bytes as hex. @throws TypeError, TypesError */
export function readHash(json: unknown): HashValue {
  return bytesToHash(readBytes(json));
}

/** A u64 as text: only canonical decimals, so that two readers cannot differ. @throws TypeError */
export function readU64(json: unknown): bigint {
  const fault = "a version is not decimal";
  const text = readText(json, fault);
  if (!/^(?:0|[1-9][0-9]{0,19})$/.test(text)) throw new TypeError(fault);
  const value = BigInt(text);
  if (value >> 64n !== 0n) throw new TypeError("a version is not a u64");
  return value;
}

function readText(json: unknown, fault: string): string {
  if (typeof json !== "string") throw new TypeError(fault);
  return json;
}
