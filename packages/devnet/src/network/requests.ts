import type { LocalAccount } from "@ledger/local-chain";
import { type Address, bytesToHex, formatAddressLong, hexToBytes } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";

/** An account whose transactions are taken without its key. */
export interface ImpersonatedSender {
  readonly address: Address;
  readonly isImpersonated: true;
}

/** A call of an entry function, in the API's JSON forms. */
export interface EntryCall {
  /** Who signs. */
  readonly sender: Pick<LocalAccount, "address" | "privateKey" | "publicKey"> | ImpersonatedSender;
  /** E.g. `0x1::aptos_account::transfer`. */
  readonly function: string;
  readonly typeArguments?: readonly string[] | undefined;
  /** Each in the JSON form of its parameter's type: numbers up to 32 bits, larger ones and addresses as text, bytes as hex. */
  readonly arguments?: readonly unknown[] | undefined;
  /** Gas units; 200,000 when absent. */
  readonly maxGasAmount?: bigint | undefined;
  /** Octas a gas unit; 100 when absent. */
  readonly gasUnitPrice?: bigint | undefined;
}

/** A call of a view function, in the API's JSON forms. */
export interface ViewCall {
  /** E.g. `0x1::coin::balance`. */
  readonly function: string;
  readonly typeArguments?: readonly string[] | undefined;
  readonly arguments?: readonly unknown[] | undefined;
}

/** Seconds that a call may wait to be executed. */
const lifetimeSecs = 60n;

/** The JSON of an unsigned transaction. */
export function requestOf(call: EntryCall, sequenceNumber: bigint, nowUsecs: bigint) {
  return {
    sender: formatAddressLong(call.sender.address),
    sequence_number: `${sequenceNumber}`,
    max_gas_amount: `${call.maxGasAmount ?? 200_000n}`,
    gas_unit_price: `${call.gasUnitPrice ?? 100n}`,
    expiration_timestamp_secs: `${nowUsecs / 1_000_000n + lifetimeSecs}`,
    payload: {
      type: "entry_function_payload",
      function: call.function,
      type_arguments: call.typeArguments ?? [],
      arguments: call.arguments ?? [],
    },
  };
}

/** The JSON of a signature. @param message - hex of what is signed; absent for one that does not verify, as simulations want it */
export function signatureOf(sender: EntryCall["sender"], message?: string) {
  if ("isImpersonated" in sender) return { type: "no_account_signature" };
  const { privateKey, publicKey } = sender;
  const signature = message === undefined ? new Uint8Array(64) : ed25519.sign(hexToBytes(message.slice(2)), privateKey);
  return {
    type: "ed25519_signature",
    public_key: `0x${bytesToHex(publicKey)}`,
    signature: `0x${bytesToHex(signature)}`,
  };
}
