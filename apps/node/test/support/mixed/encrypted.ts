import type { Random } from "@ledger/random";
import {
  DecryptedPlaintext,
  type EncryptedPayload,
  type functionCall,
  GasScheduleV2,
  hashInDomain,
  type SubmittedEncryptedPayload,
  type TransactionPayload,
} from "@ledger/types";

/** The least price of a unit of gas for what is encrypted, where the schedule has one. */
const leastPrice = 100n;

/** The schedule of a network that takes encrypted payloads, as later networks have it. @param schedule - BCS of the schedule before */
export function scheduleWithDecryption(schedule: Uint8Array): Uint8Array {
  const { entries } = GasScheduleV2.decode(schedule);
  const scale = entries.find(({ key }) => key === "txn.gas_unit_scaling_factor")!.value;
  return GasScheduleV2.encode({
    featureVersion: 49n,
    entries: [
      ...entries,
      { key: "txn.encrypted_txn_decryption.base", value: 700n * scale },
      { key: "txn.encrypted_txn_min_price_per_gas_unit", value: leastPrice },
    ],
  });
}

/** Reasons of a failure that a ledger may hold: of the others the transaction is tried again. */
const recordedReasons = [0, 2, 3, 4, 5, 6, 8];

/**
 * A call that came encrypted, as the ledger records it: with what the validators made of it, or with the reason why they could not.
 * What only they can check, its ciphertext and their proof, is made up.
 */
export function encrypted(random: Random, executable: ReturnType<typeof functionCall>): TransactionPayload {
  const decrypted: DecryptedPlaintext = { executable, decryptionNonce: random.bytes(16) };
  const claimed = random.once(2) ? undefined : executable.value.function;
  const original: SubmittedEncryptedPayload = {
    ciphertext: {
      vk: random.bytes(32),
      id: random.bytes(32),
      ctG2: random.bytes(288),
      paddedKey: random.bytes(16),
      nonce: random.bytes(12),
      ctBody: random.bytes(100 + random.below(200)),
      associatedData: new Uint8Array(),
      signature: random.bytes(64),
    },
    extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: undefined } },
    payloadHash: hashInDomain("DecryptedPlaintext", DecryptedPlaintext.encode(decrypted)),
    encryptionEpoch: 1n,
    claimedEntryFunction: random.once(2) ? undefined : { module: executable.value.module, function: claimed },
  };
  const value: EncryptedPayload = random.once(3)
    ? { kind: "FailedDecryption", value: { original, evalProof: undefined, reason: random.pick(recordedReasons) } }
    : { kind: "Decrypted", value: { original, evalProof: random.bytes(48), decrypted } };
  return { kind: "EncryptedPayload", value };
}
