import { bytes, type Codec, enumeration, struct, u64, unit } from "@ledger/bcs";
import { Address } from "../address.ts";
import { HashValue } from "../hash-value.ts";
import { hashInDomain } from "../hashing/domain.ts";
import { sha3_256 } from "../hashing/sha3.ts";
import { deriveWithScheme } from "./scheme.ts";

/** A session of a transaction that a sequence number protects. */
export interface SequencedSession {
  readonly sender: Address;
  readonly sequenceNumber: bigint;
  /** SHA3-256 of the script's bytecode; empty when the payload is not a script. */
  readonly scriptHash: Uint8Array;
}

/** A session of an orderless transaction. */
export interface OrderlessSession {
  readonly sender: Address;
  readonly nonce: bigint;
  /** Seconds since the Unix epoch. */
  readonly expirationTime: bigint;
  /** As in {@link SequencedSession}. */
  readonly scriptHash: Uint8Array;
}

/** The identity of a piece of execution: the addresses that it makes up follow from it. */
export type SessionId =
  | { readonly kind: "Txn" | "Prologue" | "Epilogue" | "RunOnAbort"; readonly value: SequencedSession }
  | {
      readonly kind: "BlockMeta" | "Genesis" | "BlockMetaExt" | "BlockEpilogue";
      readonly value: { readonly id: HashValue };
    }
  | { readonly kind: "Void" }
  | { readonly kind: "ValidatorTxn"; readonly value: { readonly scriptHash: Uint8Array } }
  | {
      readonly kind: "OrderlessTxn" | "OrderlessTxnPrologue" | "OrderlessTxnEpilogue" | "OrderlessRunOnAbort";
      readonly value: OrderlessSession;
    };

const sequenced = struct("SequencedSession", { sender: Address, sequenceNumber: u64, scriptHash: bytes });
const orderless = struct("OrderlessSession", {
  sender: Address,
  nonce: u64,
  expirationTime: u64,
  scriptHash: bytes,
});
const identified = struct("IdentifiedSession", { id: HashValue });

/** BCS of {@link SessionId}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.4 | Specification, execution 1.4} */
export const SessionId: Codec<SessionId> = enumeration("SessionId", {
  Txn: sequenced,
  BlockMeta: identified,
  Genesis: identified,
  Prologue: sequenced,
  Epilogue: sequenced,
  Void: unit,
  RunOnAbort: sequenced,
  BlockMetaExt: identified,
  ValidatorTxn: struct("ValidatorTxn", { scriptHash: bytes }),
  OrderlessTxn: orderless,
  OrderlessTxnPrologue: orderless,
  OrderlessTxnEpilogue: orderless,
  OrderlessRunOnAbort: orderless,
  BlockEpilogue: identified,
});

/** Hash of a session. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function hashSession(session: SessionId): HashValue {
  return hashInDomain("SessionId", SessionId.encode(session));
}

/**
 * Handle of a table.
 *
 * @param session - hash of the session that made it
 * @param index - tables that the session made before
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function tableHandleAddress(session: HashValue, index: number): Address {
  // Unlike everything else in the ledger, the index is big endian.
  const bigEndian = Uint8Array.of(index >>> 24, index >>> 16, index >>> 8, index);
  const hash: Uint8Array = sha3_256(session, bigEndian);
  return hash as Address;
}

/**
 * A unique address (AUID).
 *
 * @param session - hash of the session that made it
 * @param counter - unique addresses that the session has made, this one included: from 1
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function uniqueAddress(session: HashValue, counter: bigint): Address {
  return deriveWithScheme("uniqueId", session, u64.encode(counter));
}
