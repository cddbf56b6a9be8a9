import { bytesToHex, formatAddress, hexToBytes } from "@ledger/types";
import { type AddressLike, toAddress, toAsset } from "../inputs/address.ts";
import { type Moment, secondsToUsecs, toAmount, toBlockCount, toUsecs } from "../inputs/numbers.ts";
import { type Mining, toMining } from "../inputs/values.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";

/** How a value travels as JSON. */
export interface Field<T> {
  /** @throws LocalNetworkError `invalid_input` */
  readonly read: (json: unknown) => T;
  /** @throws LocalNetworkError `invalid_input` */
  readonly write: (value: T) => unknown;
}

/** An account, by its address. */
export const address: Field<AddressLike> = {
  read: (json) => toAddress(text.read(json)),
  write: (value) => formatAddress(toAddress(value)),
};

/** An asset: the address of its metadata, or the type of a coin. */
export const asset: Field<AddressLike> = {
  read: (json) => {
    const given = text.read(json);
    toAsset(given);
    return given;
  },
  write: (value) => (typeof value === "string" && value.includes("::") ? value : address.write(value)),
};

/** Any text. */
export const text: Field<string> = { read: (json) => expected(typeof json === "string", json, "a text"), write: same };

/** A number of 64 bits: digits. */
export const digits: Field<bigint> = {
  read: (json) => BigInt(expected(typeof json === "string" && /^[0-9]{1,20}$/.test(json), json, "digits") as string),
  write: (value) => `${value}`,
};

/** An amount: digits. */
export const amount: Field<bigint | number> = {
  read: (json) => toAmount(digits.read(json)),
  write: (value) => `${toAmount(value)}`,
};

/** Bytes: hex with `0x`. */
export const bytes: Field<Uint8Array> = {
  read: (json) => {
    const hex = text.read(json);
    // Megabytes: a repeated group would need as much of the stack.
    if (hex.length % 2 !== 0 || !/^0x[0-9a-f]*$/i.test(hex)) throw invalid("expected hex with 0x");
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

/** A number of blocks. */
export const blockCount: Field<number> = { read: (json) => toBlockCount(json as number), write: toBlockCount };

/** Whole seconds: a number. */
export const seconds: Field<number | bigint> = {
  read: (json) => {
    secondsToUsecs(json as number);
    return json as number;
  },
  write: (value) => Number(secondsToUsecs(value) / 1_000_000n),
};

/** A boolean. */
export const flag: Field<boolean> = {
  read: (json) => expected(typeof json === "boolean", json, "true or false"),
  write: same,
};

/** A moment: microseconds since the Unix epoch, in digits. */
export const moment: Field<Moment> = {
  read: (json) => toUsecs(digits.read(json)),
  write: (value) => `${toUsecs(value)}`,
};

/** When blocks are made. */
export const mining: Field<Mining> = {
  read: (json) => {
    if (typeof json !== "object" || json === null) return toMining(json);
    const { interval_ms: intervalMs, auto, ...others } = json as Readonly<Record<string, unknown>>;
    return toMining({ ...others, intervalMs, auto });
  },
  write: (value) => {
    const given = toMining(value);
    return typeof given === "string" ? given : { interval_ms: given.intervalMs, auto: given.auto };
  },
};

/** A signed transaction: BCS as hex, or the API's JSON. */
export const signed: Field<unknown> = {
  read: (json) => (typeof json === "string" ? bytes.read(json) : json),
  write: (value) => (value instanceof Uint8Array ? bytes.write(value) : value),
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

function invalid(message: string): LocalNetworkError {
  return new LocalNetworkError("invalid_input", message);
}

function expected<T>(isSo: boolean, value: unknown, what: string): T {
  if (!isSo) throw invalid(`expected ${what}`);
  return value as T;
}
