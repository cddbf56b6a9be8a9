import {
  type AccountAuthenticator,
  AccountResource,
  type Address,
  authenticationKey,
  bytesToHex,
  feePayerSigningMessage,
  formatAddress,
  type LedgerRecord,
  multiAgentSigningMessage,
  parseStructTag,
  resourceKey,
  type SignedTransaction,
  signingMessage,
  Transaction,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { Replay } from "./support/replay.ts";
import { runBlocks } from "./support/run.ts";

/** Everybody who signed, with what they signed. */
function signaturesOf({ rawTxn, authenticator }: SignedTransaction): [Address, AccountAuthenticator, Uint8Array][] {
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return [[rawTxn.sender, authenticator, signingMessage(rawTxn)]];
    case "SingleSender":
      return [[rawTxn.sender, authenticator.value.sender, signingMessage(rawTxn)]];
    case "MultiAgent":
    case "FeePayer": {
      const { sender, secondarySignerAddresses, secondarySigners } = authenticator.value;
      const message =
        authenticator.kind === "MultiAgent"
          ? multiAgentSigningMessage(rawTxn, secondarySignerAddresses)
          : feePayerSigningMessage(rawTxn, secondarySignerAddresses, authenticator.value.feePayerAddress);
      const all: [Address, AccountAuthenticator, Uint8Array][] = [[rawTxn.sender, sender, message]];
      for (const [i, address] of secondarySignerAddresses.entries()) all.push([address, secondarySigners[i]!, message]);
      if (authenticator.kind === "FeePayer") {
        all.push([authenticator.value.feePayerAddress, authenticator.value.feePayerSigner, message]);
      }
      return all;
    }
  }
}

function keyAndSignature(authenticator: AccountAuthenticator): { publicKey: Uint8Array; signature: Uint8Array } {
  if (authenticator.kind === "Ed25519") return authenticator.value;
  if (authenticator.kind !== "SingleKey") throw new Error(`unexpected ${authenticator.kind}`);
  const { publicKey, signature } = authenticator.value;
  return { publicKey: publicKey.value as Uint8Array, signature: signature.value as Uint8Array };
}

test("every signature verifies, by the key that the account has on the chain", async () => {
  const replay = new Replay();
  let signatures = 0;
  const records: LedgerRecord[] = (await runBlocks(60)).flat();
  for (const record of records) {
    const transaction = Transaction.decode(record.transaction);
    if (transaction.kind === "UserTransaction") {
      for (const [address, authenticator, message] of signaturesOf(transaction.value)) {
        const { publicKey, signature } = keyAndSignature(authenticator);
        expect(ed25519.verify(signature, message, publicKey), `version ${record.version}`).toBe(true);
        const account = replay.find(resourceKey(address, parseStructTag("0x1::account::Account")));
        if (account === undefined) throw new Error(`${formatAddress(address)} has no account`);
        const key = AccountResource.decode(account).authenticationKey;
        expect(bytesToHex(key)).toBe(bytesToHex(authenticationKey(authenticator)!));
        signatures += 1;
      }
    }
    replay.apply(record);
  }
  expect(signatures).toBeGreaterThan(200);
});

test("sequence numbers have no gaps, orderless transactions have none, and nonces differ", async () => {
  const next = new Map<string, bigint>();
  const nonces = new Set<bigint>();
  for (const record of (await runBlocks(60)).flat()) {
    const transaction = Transaction.decode(record.transaction);
    if (transaction.kind !== "UserTransaction") continue;
    const { sender, sequenceNumber, payload } = transaction.value.rawTxn;
    if (payload.kind === "Payload") {
      expect(sequenceNumber).toBe(0xffff_ffff_ffff_ffffn);
      const nonce = payload.value.value.extraConfig.value.replayProtectionNonce!;
      expect(nonces).not.toContain(nonce);
      nonces.add(nonce);
      continue;
    }
    const name = formatAddress(sender);
    expect(sequenceNumber, name).toBe(next.get(name) ?? 0n);
    next.set(name, sequenceNumber + 1n);
  }
  expect(nonces.size).toBe(30);
  expect(next.size).toBeGreaterThan(6);
});
