import { bytesEqual, DecryptedPlaintext, type EncryptedPayload, hashInDomain } from "@ledger/types";
import type { TransactionParts } from "../context/transaction-parts.ts";
import { Discard } from "../status/discard.ts";

/** Reasons of a failed decryption for which a transaction is tried again: none of them is in a ledger. By their index. */
const retriedReasons: ReadonlySet<number> = new Set([1, 7, 9]);

/**
 * Checks an encrypted payload as far as its record can be checked: what was decrypted has the hash that its sender signed, and calls the
 * function that its sender claimed. That a decryption failed, and the proof that it was right, are the validators' word.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.8 | Specification, re-execution 3.8}
 */
export function checkEncrypted({ encrypted }: TransactionParts): void {
  switch (encrypted?.kind) {
    case "Encrypted":
      throw new Discard("UNIMPLEMENTED_FUNCTIONALITY", "the payload is still encrypted: what it does is not known");
    case "FailedDecryption":
      if (!retriedReasons.has(encrypted.value.reason)) return;
      throw new Discard("FEATURE_UNDER_GATING", "a decryption that failed for this reason is tried again");
    case "Decrypted":
      checkDecrypted(encrypted.value);
  }
}

function checkDecrypted({ original, decrypted }: Extract<EncryptedPayload, { kind: "Decrypted" }>["value"]): void {
  const hash = hashInDomain("DecryptedPlaintext", DecryptedPlaintext.encode(decrypted));
  if (!bytesEqual(hash, original.payloadHash)) {
    throw new Discard("FEATURE_UNDER_GATING", "the decrypted payload is not the one that its sender signed");
  }
  const { claimedEntryFunction: claim } = original;
  const { executable } = decrypted;
  if (claim === undefined) return;
  const called = executable.kind === "EntryFunction" ? executable.value : undefined;
  const isClaimed =
    called !== undefined &&
    bytesEqual(called.module.address, claim.module.address) &&
    called.module.name === claim.module.name &&
    (claim.function ?? called.function) === called.function;
  if (!isClaimed)
    throw new Discard("FEATURE_UNDER_GATING", "the decrypted payload does not call what its sender claimed");
}
