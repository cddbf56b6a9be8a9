import type { MissingState } from "@ledger/state-store";
import { expect, test } from "vitest";
import { answerCall, type CallLedger, type CallMessage } from "./ledger-calls.ts";
import { PendingCalls } from "./pending-calls.ts";

const missing: MissingState = { kind: "value", version: 1n, key: new Uint8Array(1) };

/** Two sides of a boundary that copies what crosses it. */
function connect(callLedger: CallLedger): PendingCalls {
  const calls: PendingCalls = new PendingCalls((message) => {
    void answerCall(callLedger, structuredClone(message)).then((answer) => calls.settle(structuredClone(answer)));
  });
  return calls;
}

test("calls are answered by the other side, each by its own number and in any order", async () => {
  const waiting: (() => void)[] = [];
  const { call } = connect(
    () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined))) as Promise<never>,
  );
  const order: string[] = [];
  const first = call("complete", missing).then(() => order.push("first"));
  const second = call("complete", missing).then(() => order.push("second"));
  waiting[1]!();
  await second;
  waiting[0]!();
  await first;
  expect(order).toEqual(["second", "first"]);
});

test("a failure of the other side is the failure of the call", async () => {
  const { call } = connect(() => Promise.reject(new Error("nobody can say")));
  await expect(call("complete", missing)).rejects.toThrow("nobody can say");
});

test("a side that ends fails what it has not answered, and an answer that comes later is ignored", async () => {
  const sent: CallMessage[] = [];
  const calls = new PendingCalls((message) => sent.push(message));
  const call = calls.call("complete", missing);
  calls.failAll("the thread has ended");
  await expect(call).rejects.toThrow("the thread has ended");
  calls.settle({ type: "return", id: sent[0]!.id, outcome: { isDone: true, result: undefined } });
});
