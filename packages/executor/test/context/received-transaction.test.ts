import { parseAddress, RawTransaction, SignedTransaction, TransactionAuthenticator } from "@ledger/types";
import { expect, test } from "vitest";
import { transactionParts } from "../../src/context/transaction-parts.ts";
import { encodedTransaction, receiveSignedTransaction } from "../../src/index.ts";

const signed: SignedTransaction = {
  rawTxn: {
    sender: parseAddress("0xabc"),
    sequenceNumber: 7n,
    payload: {
      kind: "EntryFunction",
      value: {
        module: { address: parseAddress("0x1"), name: "aptos_account" },
        function: "transfer",
        typeArgs: [],
        args: [parseAddress("0xdef"), new Uint8Array(8)],
      },
    },
    maxGasAmount: 2_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: 1_000n,
    chainId: 4,
  },
  authenticator: { kind: "Ed25519", value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) } },
};

test("a transaction that was received has the bytes that it came in, and one that was made has its BCS", () => {
  const bytes = SignedTransaction.encode(signed);
  const received = receiveSignedTransaction(bytes);
  expect(encodedTransaction(received)).toBe(bytes);
  expect(encodedTransaction(signed)).toEqual(bytes);
  expect(() => receiveSignedTransaction(bytes.subarray(1))).toThrow();
});

test("both have the sizes of their parts", () => {
  for (const transaction of [signed, receiveSignedTransaction(SignedTransaction.encode(signed))]) {
    const { rawSize, authenticatorSize } = transactionParts(transaction);
    expect(rawSize).toBe(RawTransaction.encode(signed.rawTxn).length);
    expect(authenticatorSize).toBe(TransactionAuthenticator.encode(signed.authenticator).length);
  }
});
