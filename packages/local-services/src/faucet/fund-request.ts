import {
  type Address,
  bytesToAddress,
  ed25519AuthenticationKey,
  hexToBytes,
  parseAddress,
  TypesError,
} from "@ledger/types";
import type { ServiceRequest } from "../http-service.ts";
import { FaucetError } from "./faucet-error.ts";

/** A request to a faucet. */
export interface FundRequest {
  readonly receiver: Address;
  /** In octas. */
  readonly amount: bigint;
}

/** The amount for a client that names none: 1,000 coins, in octas. */
const defaultAmount = 100_000_000_000n;

const u64Max = 2n ** 64n - 1n;
const keyLength = 32;

/** The ways to name the account to fund. */
const receivers: Readonly<Record<string, (text: string) => Address>> = {
  address: parseAddress,
  auth_key: (text) => bytesToAddress(readKey(text)),
  pub_key: (text) => bytesToAddress(ed25519AuthenticationKey(readKey(text))),
};

/** Values by the names that clients give them; numbers as their digits. */
type Fields = ReadonlyMap<string, string>;

/** Reads what `POST /fund` asks for. @throws FaucetError `InvalidRequest` */
export function readFundBody(body: Uint8Array): FundRequest {
  let value: unknown;
  try {
    // The digits of a number count: those of a u64 do not fit into a JavaScript number.
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body), digitsOf);
  } catch (cause) {
    throw new FaucetError("InvalidRequest", "the request body is not JSON", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FaucetError("InvalidRequest", "the request body must be an object with `address` and `amount`");
  }
  const fields = new Map<string, string>();
  for (const [name, field] of Object.entries(value)) {
    if (field === null || !known(name)) continue;
    if (typeof field !== "string") throw new FaucetError("InvalidRequest", `\`${name}\` must be a string or a number`);
    fields.set(name, field);
  }
  return readFields(fields);
}

/** Reads what `POST /mint` asks for in its query. @throws FaucetError `InvalidRequest` */
export function readMintQuery(query: ServiceRequest["query"]): FundRequest {
  return readFields(new Map([...query].filter(([name]) => known(name))));
}

function known(name: string): boolean {
  return name === "amount" || Object.hasOwn(receivers, name);
}

function readFields(fields: Fields): FundRequest {
  const named = Object.keys(receivers).filter((name) => fields.has(name));
  const [name, ...others] = named;
  if (name === undefined || others.length > 0) {
    throw new FaucetError(
      "InvalidRequest",
      "name the account to fund with exactly one of `address`, `auth_key` and `pub_key`",
    );
  }
  try {
    return { receiver: receivers[name]!(fields.get(name)!), amount: readAmount(fields.get("amount")) };
  } catch (cause) {
    if (cause instanceof TypesError)
      throw new FaucetError("InvalidRequest", `\`${name}\`: ${cause.message}`, { cause });
    throw cause;
  }
}

function readAmount(text: string | undefined): bigint {
  if (text === undefined) return defaultAmount;
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : u64Max + 1n;
  if (amount <= u64Max) return amount;
  throw new FaucetError("InvalidRequest", "`amount` must be a whole number of octas, below 2^64");
}

function readKey(text: string): Uint8Array {
  const key = hexToBytes(text.startsWith("0x") ? text.slice(2) : text);
  if (key.length !== keyLength) throw new FaucetError("InvalidRequest", `a key must have ${keyLength} bytes`);
  return key;
}

function digitsOf(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" ? (context?.source ?? `${value}`) : value;
}
