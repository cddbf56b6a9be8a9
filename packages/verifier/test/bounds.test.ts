import { BcsError, uleb128, writeBytes } from "@ledger/bcs";
import { accumulatorRoot, hashTransaction, hashTransactionInfo, TransactionInfo } from "@ledger/types";
import { expect, test } from "vitest";
import {
  decodeStateAnswer,
  decodeTransactionAnswer,
  encodeStateAnswer,
  roots,
  type StateAnswer,
  TransactionAnswer,
  verifyTransaction,
} from "../src/index.ts";

const info = { transactionInfo: new Uint8Array(0), siblings: [], ledgerVersion: 0n };
const hash = new Uint8Array(32) as StateAnswer["siblings"][number];

function stateAnswer(entries: number): StateAnswer {
  const entry = { key: new Uint8Array(0), value: undefined, leaf: undefined, depth: 0 };
  return {
    version: 0n,
    entries: Array.from({ length: entries }, () => entry),
    siblings: [],
    info,
    ledgerInfo: undefined,
  };
}

test("an answer of more keys than a proof may have is refused before they are read", () => {
  expect(decodeStateAnswer(encodeStateAnswer(stateAnswer(1_000))).entries).toHaveLength(1_000);
  const tooMany = encodeStateAnswer(stateAnswer(1_001));
  expect(() => decodeStateAnswer(tooMany)).toThrow(/^state: .*length_too_large/);
  // Its number alone decides: the items need not follow.
  expect(() => decodeStateAnswer(tooMany.subarray(0, 11 + 1_001 * 5))).toThrow(/length_too_large/);
});

test("siblings are bounded: of the keys, and of the place in the ledger", () => {
  const siblings = Array.from({ length: 256_001 }, () => hash);
  expect(() => decodeStateAnswer(encodeStateAnswer({ ...stateAnswer(1), siblings }))).toThrow(/length_too_large/);
  const tall = { ...info, siblings: siblings.slice(0, 65) };
  expect(() => decodeStateAnswer(encodeStateAnswer({ ...stateAnswer(1), info: tall }))).toThrow(
    /^accumulator: .*length_too_large/,
  );
  const encoded = TransactionAnswer.encode({
    ...{ version: 0n, info: tall, transaction: hash, events: undefined, writeSet: undefined },
  });
  expect(() => decodeTransactionAnswer(encoded)).toThrow(/length_too_large/);
});

test("more events than a transaction can pay for are refused by their number", () => {
  const transaction = Uint8Array.of(1);
  const transactionInfo = TransactionInfo.encode({
    kind: "V0",
    value: {
      gasUsed: 0n,
      status: { kind: "Success" },
      transactionHash: hashTransaction(transaction),
      eventRootHash: hash,
      stateChangeHash: hash,
      stateCheckpointHash: undefined,
      auxiliaryInfoHash: undefined,
    },
  });
  const trusted = {
    ledgerVersion: 0n,
    accumulatorRoot: accumulatorRoot("TransactionAccumulator", [hashTransactionInfo(transactionInfo)]),
  };
  const events = writeBytes((writer) => {
    uleb128.write(writer, 100_001);
    writer.bytes(new Uint8Array(100_001 * 60));
  });
  const answer = { version: 0n, info: { ...info, transactionInfo }, transaction, events, writeSet: undefined };
  let refusal: unknown;
  try {
    verifyTransaction(answer, 0n, trusted);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({ step: "value", cause: expect.any(BcsError) as BcsError });
  expect((refusal as Error).cause).toMatchObject({ code: "length_too_large" });
});

test("an answer that is a few numbers may not be long", async () => {
  const said = { version: "1", accumulator_root: `0x${"11".repeat(32)}`, timestamp: "5", state_roots_since: "0" };
  const of = (padding: number) =>
    roots("https://node.example/v1", {
      fetch: async () => new Response(JSON.stringify({ ...said, padding: "x".repeat(padding) })),
    });
  expect((await of(1_000).root()).ledgerVersion).toBe(1n);
  await expect(of(64 * 1024).root()).rejects.toMatchObject({ step: "request" });
});
