import { type Address, bytesToHex, formatAddress, hexToBytes, parseAddress } from "@ledger/types";
import { type Moment, toUsecs } from "../network/clock.ts";
import type { Mining } from "../network/network.ts";
import { toAsset } from "../network/to-address.ts";

/** Thrown for a verb's input that is not what the verb takes. */
class VerbInputError extends Error {
  override readonly name = "VerbInputError";
}

/** How a value travels as JSON. */
export interface Field<T> {
  /** @throws VerbInputError, TypesError */
  readonly read: (json: unknown) => T;
  readonly write: (value: T) => unknown;
}

/** An account, by its address. */
export const address: Field<Address | string> = {
  read: (json) => parseAddress(text.read(json)),
  write: (value) => (typeof value === "string" ? value : formatAddress(value)),
};

/** An asset: the address of its metadata, or the type of a coin. */
export const asset: Field<Address | string> = {
  read: (json) => {
    const given = text.read(json);
    toAsset(given);
    return given;
  },
  write: address.write,
};

/** Any text. */
export const text: Field<string> = { read: (json) => expected(typeof json === "string", json, "a text"), write: same };

/** An amount: digits. */
export const amount: Field<bigint> = {
  read: (json) => BigInt(expected(typeof json === "string" && /^[0-9]{1,39}$/.test(json), json, "digits") as string),
  write: (value) => `${value}`,
};

/** Bytes: hex with `0x`. */
export const bytes: Field<Uint8Array> = {
  read: (json) => {
    const hex = text.read(json);
    if (!/^0x([0-9a-f]{2})*$/i.test(hex)) throw new VerbInputError("expected hex with 0x");
    return hexToBytes(hex.slice(2));
  },
  write: (value) => `0x${bytesToHex(value)}`,
};

/** A whole number from 0 to 2^32 - 1. */
export const count: Field<number> = {
  read: (json) =>
    expected(
      Number.isInteger(json) && (json as number) >= 0 && (json as number) < 2 ** 32,
      json,
      "a whole number from 0 to 4294967295",
    ),
  write: same,
};

/** A number of seconds, maybe with a fraction. */
export const seconds: Field<number> = {
  read: (json) => expected(Number.isFinite(json), json, "a number of seconds"),
  write: same,
};

/** Whether. */
export const flag: Field<boolean> = {
  read: (json) => expected(typeof json === "boolean", json, "true or false"),
  write: same,
};

/** A moment: microseconds since the Unix epoch, in digits. */
export const moment: Field<Moment> = { read: amount.read, write: (value) => `${toUsecs(value)}` };

/** When blocks are made. */
export const mining: Field<Mining> = {
  read: (json) => {
    if (json === "auto" || json === "manual") return json;
    const { interval, auto } = (json ?? {}) as { readonly interval?: unknown; readonly auto?: unknown };
    const isInterval = typeof interval === "number" && interval >= 1 && interval <= 2 ** 31 - 1;
    if (!isInterval || (auto !== undefined && typeof auto !== "boolean"))
      throw new VerbInputError('expected "auto", "manual", or an interval in milliseconds');
    return { interval, ...(auto !== undefined && { auto }) };
  },
  write: same,
};

/** JSON that others check. */
export const json: Field<unknown> = { read: same, write: same };

/** Nothing. */
export const nothing: Field<void> = { read: () => undefined, write: () => null };

/** A value that may be left out, or `null`. */
export function optional<T>({ read, write }: Field<T>): Field<T | undefined> {
  return {
    read: (value) => (value === undefined || value === null ? undefined : read(value)),
    write: (value) => (value === undefined ? null : write(value)),
  };
}

function same<T>(value: T): T {
  return value;
}

function expected<T>(isSo: boolean, value: unknown, what: string): T {
  if (!isSo) throw new VerbInputError(`expected ${what}`);
  return value as T;
}
