import { type AnyCodec, enumeration, fixedBytes, struct, vector } from "@ledger/bcs";
import { Address, bytesEqual, domainSeed, RawTransaction } from "@ledger/types";

const prefix = fixedBytes(32);

const SingleSignerMessage = struct("SigningMessage", { domain: prefix, transaction: RawTransaction });

const RawTransactionWithData = enumeration("RawTransactionWithData", {
  MultiAgent: struct("MultiAgent", { rawTransaction: RawTransaction, secondarySigners: vector(Address) }),
  MultiAgentWithFeePayer: struct("MultiAgentWithFeePayer", {
    rawTransaction: RawTransaction,
    secondarySigners: vector(Address),
    feePayer: Address,
  }),
});

const MultiAgentMessage = struct("SigningMessage", { domain: prefix, transaction: RawTransactionWithData });

/** Codec of a message to sign: its first 32 bytes name what follows. */
export function signingMessageCodec(message: Uint8Array): AnyCodec {
  const multiAgent = bytesEqual(message.subarray(0, 32), domainSeed("RawTransactionWithData"));
  return multiAgent ? MultiAgentMessage : SingleSignerMessage;
}
