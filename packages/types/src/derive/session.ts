import { at, bytes, type Codec, enumeration, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { HashValue } from "../hash-value.ts";
import { hashInDomain } from "../hashing/domain.ts";
import { sha3_256 } from "../hashing/sha3.ts";
import { deriveWithScheme } from "./scheme.ts";

/** What a piece of execution is identified by: the origin of the addresses that it makes up. */
export type SessionId =
  | {
      readonly kind: "Txn";
      readonly value: { readonly sender: Address; readonly sequenceNumber: bigint; readonly scriptHash: Uint8Array };
    }
  | { readonly kind: "BlockMeta"; readonly value: { readonly id: HashValue } }
  | { readonly kind: "Genesis"; readonly value: { readonly id: HashValue } }
  | {
      readonly kind: "OrderlessTxn";
      readonly value: {
        readonly sender: Address;
        readonly nonce: bigint;
        readonly expirationTime: bigint;
        readonly scriptHash: Uint8Array;
      };
    };

/** BCS of {@link SessionId}, as far as its variants are published. @see Ledger specification, chain types §12 */
export const SessionId: Codec<SessionId> = enumeration("SessionId", {
  Txn: struct("Txn", { sender: Address, sequenceNumber: u64, scriptHash: bytes }),
  BlockMeta: struct("BlockMeta", { id: HashValue }),
  Genesis: struct("Genesis", { id: HashValue }),
  OrderlessTxn: at(9, struct("OrderlessTxn", { sender: Address, nonce: u64, expirationTime: u64, scriptHash: bytes })),
});

/** Hash of a session. @see Ledger specification, chain types §12 */
export function hashSession(session: SessionId): HashValue {
  return hashInDomain("SessionId", SessionId.encode(session));
}

/**
 * Handle of a table.
 *
 * @param session - hash of the session that made it
 * @param index - tables that the session made before
 * @see Ledger specification, chain types §12
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
 * @see Ledger specification, chain types §12
 */
export function uniqueAddress(session: HashValue, counter: bigint): Address {
  return deriveWithScheme("uniqueId", session, u64.encode(counter));
}
