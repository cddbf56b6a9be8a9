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
  expect(encodedTransaction(received)).toEqual(bytes);
  expect(encodedTransaction(received)).toBe(encodedTransaction(received));
  expect(encodedTransaction(signed)).toEqual(bytes);
  expect(() => receiveSignedTransaction(bytes.subarray(1))).toThrow();
});

test("what the sender does with its array afterwards does not change a transaction that was received", () => {
  const bytes = SignedTransaction.encode(signed);
  // As a body has it: in the midst of others, in an array whose slices share memory.
  const body = Buffer.concat([Buffer.alloc(1_024), bytes]);
  const received = receiveSignedTransaction(body.subarray(1_024));
  body.fill(0xee);
  expect(received).toEqual(signed);
  expect(encodedTransaction(received)).toEqual(bytes);
  expect(encodedTransaction(received).buffer.byteLength).toBe(bytes.length);
});

test("both have the sizes of their parts", () => {
  for (const transaction of [signed, receiveSignedTransaction(SignedTransaction.encode(signed))]) {
    const { rawSize, authenticatorSize } = transactionParts(transaction);
    expect(rawSize).toBe(RawTransaction.encode(signed.rawTxn).length);
    expect(authenticatorSize).toBe(TransactionAuthenticator.encode(signed.authenticator).length);
  }
});
