import { createPublicKey, verify } from "node:crypto";
import { vector } from "@ledger/bcs";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  type AccountAuthenticator,
  Address,
  authenticationKey,
  bytesToHex,
  concatBytes,
  feePayerSigningMessage,
  formatAddressLong,
  formatHash,
  formatHex,
  hashSignedTransaction,
  hashTransaction,
  keylessSigningMessage,
  multiAgentSigningMessage,
  parseAddress,
  parseHex,
  RawTransaction,
  SignedTransaction,
  signingMessage,
  signingMessageDigest,
} from "../src/index.ts";

interface SigningCase {
  readonly id: string;
  readonly raw_txn_bcs?: string;
  readonly signed_txn_bcs?: string;
  readonly raw_txn_with_data_bcs?: string;
  readonly signing_message?: string;
  readonly signing_message_without_fee_payer?: string;
  readonly secondary_signers?: readonly string[];
  readonly fee_payer?: string;
  readonly hash?: string;
  readonly expected?: string;
}

const casesOf = (file: string): readonly SigningCase[] =>
  readVectorJson<{ readonly cases: readonly SigningCase[] }>(file).cases;

/** What the signers of a transaction signed, by the form of its authenticator. */
function messageOf({ rawTxn, authenticator }: SignedTransaction): Uint8Array {
  switch (authenticator.kind) {
    case "MultiAgent":
      return multiAgentSigningMessage(rawTxn, authenticator.value.secondarySignerAddresses);
    case "FeePayer": {
      const { secondarySignerAddresses, feePayerAddress } = authenticator.value;
      return feePayerSigningMessage(rawTxn, secondarySignerAddresses, feePayerAddress);
    }
    default:
      return signingMessage(rawTxn);
  }
}

describeVectors("published and real signed transactions", () => {
  describe.each([
    "signing/golden_entry_function.json",
    "signing/golden_script.json",
    "signing/golden_module_bundle.json",
    "signing/golden_rest_transactions.json",
    "transactions/real.json",
  ])("%s", (file) => {
    test.each(casesOf(file).filter((row) => row.signed_txn_bcs !== undefined))("$id", (row) => {
      const bytes = parseHex(row.signed_txn_bcs!);
      const signed = SignedTransaction.decode(bytes);
      expect(formatHex(SignedTransaction.encode(signed))).toBe(row.signed_txn_bcs);
      if (row.raw_txn_bcs !== undefined) expect(formatHex(RawTransaction.encode(signed.rawTxn))).toBe(row.raw_txn_bcs);
      expect(formatHex(messageOf(signed))).toBe(row.signing_message);
      expect(formatHash(hashSignedTransaction(bytes))).toBe(row.hash);
      expect(formatHash(hashTransaction(concatBytes(Uint8Array.of(0), bytes)))).toBe(row.hash);
      if (row.signing_message_without_fee_payer !== undefined) {
        expect(formatHex(signingMessage(signed.rawTxn))).toBe(row.signing_message_without_fee_payer);
      }
    });
  });
});

describeVectors("transactions of other clients", () => {
  test.each(casesOf("signing/sdk_corpus.json").filter((row) => row.raw_txn_bcs !== undefined))("$id", (row) => {
    const raw = RawTransaction.decode(parseHex(row.raw_txn_bcs!));
    expect(formatHex(RawTransaction.encode(raw))).toBe(row.raw_txn_bcs);
    const secondary = row.secondary_signers?.map(parseAddress);
    let message = signingMessage(raw);
    if (row.fee_payer !== undefined) message = feePayerSigningMessage(raw, secondary!, parseAddress(row.fee_payer));
    else if (secondary !== undefined) message = multiAgentSigningMessage(raw, secondary);
    if (row.signing_message !== undefined) expect(formatHex(message)).toBe(row.signing_message);
    if (row.raw_txn_with_data_bcs !== undefined) {
      expect(formatHex(message.subarray(32))).toBe(row.raw_txn_with_data_bcs);
    }
    if (row.signed_txn_bcs === undefined) return;
    expect(formatHash(hashSignedTransaction(parseHex(row.signed_txn_bcs)))).toBe(row.hash);
  });

  test("200 random messages decode and are rebuilt", () => {
    const addresses = vector(Address);
    for (const { id, expected } of casesOf("signing/generated.json")) {
      const bytes = parseHex(expected!);
      const withData = bytesToHex(bytes.subarray(0, 4)) === "5efa3c4f";
      const start = withData ? 33 : 32;
      const { value: raw, bytesRead } = RawTransaction.decodePrefix(bytes.subarray(start));
      const rest = bytes.subarray(start + bytesRead);
      let rebuilt = signingMessage(raw);
      if (withData) {
        const { value: secondary, bytesRead: end } = addresses.decodePrefix(rest);
        rebuilt =
          bytes[32] === 0
            ? multiAgentSigningMessage(raw, secondary)
            : feePayerSigningMessage(raw, secondary, Address.decode(rest.subarray(end)));
      }
      expect(formatHex(rebuilt), id).toBe(expected);
    }
  });
});

/** Whether an Ed25519 signature holds, judged by the platform. */
function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const key = createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: "der", type: "spki" });
  return verify(null, message, key, signature);
}

describeVectors("signers of real transactions", () => {
  const transactions = casesOf("transactions/real.json")
    .filter((row) => row.signed_txn_bcs !== undefined)
    .map((row) => ({ id: row.id, signed: SignedTransaction.decode(parseHex(row.signed_txn_bcs!)) }));

  test("Ed25519 signatures hold over the message", () => {
    let checked = 0;
    for (const { id, signed } of transactions) {
      if (signed.authenticator.kind !== "Ed25519") continue;
      const { publicKey, signature } = signed.authenticator.value;
      expect(verifyEd25519(publicKey, messageOf(signed), signature), id).toBe(true);
      checked++;
    }
    expect(checked).toBeGreaterThan(40);
  });

  test("the ephemeral signature of a keyless account holds over its own message", () => {
    const { signed } = transactions.find(({ id }) => id === "mainnet 976087151")!;
    const authenticator = senderOf(signed);
    if (authenticator?.kind !== "SingleKey" || authenticator.value.signature.kind !== "Keyless")
      throw new Error("kind");
    const { cert, ephemeralPubkey, ephemeralSignature } = authenticator.value.signature.value;
    if (ephemeralSignature.kind !== "Ed25519") throw new Error("kind");
    const message = keylessSigningMessage(messageOf(signed), cert);
    expect(verifyEd25519(ephemeralPubkey.value, message, ephemeralSignature.value)).toBe(true);
  });

  test("the challenge of a WebAuthn account is the digest of the message", () => {
    const { signed } = transactions.find(({ id }) => id === "mainnet 551057865")!;
    const authenticator = senderOf(signed);
    if (authenticator?.kind !== "SingleKey" || authenticator.value.signature.kind !== "WebAuthn")
      throw new Error("kind");
    const { clientDataJson } = authenticator.value.signature.value;
    const { challenge } = JSON.parse(Buffer.from(clientDataJson).toString()) as { challenge: string };
    expect(challenge).toBe(Buffer.from(signingMessageDigest(messageOf(signed))).toString("base64url"));
  });

  test("most senders have the address of their key", () => {
    const same = transactions.filter(({ signed }) => {
      const authenticator = senderOf(signed);
      const key = authenticator && authenticationKey(authenticator);
      return key !== undefined && formatAddressLong(key) === formatAddressLong(signed.rawTxn.sender);
    });
    // The others rotated their keys.
    expect(same.length).toBeGreaterThan(transactions.length * 0.8);
  });
});

/** The sender's part of the authenticator. */
function senderOf({ authenticator }: SignedTransaction): AccountAuthenticator | undefined {
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return authenticator;
    default:
      return authenticator.value.sender;
  }
}
