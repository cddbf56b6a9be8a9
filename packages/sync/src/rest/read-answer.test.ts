import { expect, test } from "vitest";
import { type Answer, readAnswer } from "./read-answer.ts";

const ledger = {
  "x-svc-chain-id": "4",
  "x-svc-ledger-version": "100",
  "x-svc-ledger-oldest-version": "20",
  "x-svc-epoch": "1",
};
const published = Object.fromEntries(
  Object.entries(ledger).map(([name, value]) => [name.replace("svc", "aptos"), value]),
);
const bcs = { "content-type": "application/x-bcs" };
const json = { "content-type": "application/json" };

// Specification, ingest 5.3, ingest 5.11.
test.each<
  [name: string, status: number, headers: Record<string, string>, body: string, start: bigint, kind: Answer["kind"]]
>([
  ["records", 200, { ...ledger, ...bcs }, "", 50n, "body"],
  ["records with parameters on their type", 200, { "content-type": "Application/X-BCS; v=1" }, "", 50n, "body"],
  ["JSON although BCS was asked for", 200, { ...ledger, ...json }, "[]", 50n, "faulty"],
  ["a start above the head", 400, { ...ledger, ...json }, "{}", 101n, "later"],
  ["a start above the head, published headers", 400, { ...published, ...json }, "{}", 101n, "later"],
  ["a start above the head, no headers", 400, json, "start is higher than the ledger version", 101n, "later"],
  ["a version above the head", 404, { ...ledger, ...json }, "{}", 101n, "later"],
  ["a route that is not there", 404, { ...ledger, ...json }, "{}", 50n, "faulty"],
  ["a pruned version", 410, { ...ledger, ...json }, "{}", 10n, "gone"],
  ["a pruned list", 500, { ...ledger, ...json }, "{}", 10n, "gone"],
  ["a pruned list at the edge of pruning", 500, { ...ledger, ...json }, "Transaction 20 is pruned", 20n, "gone"],
  ["an internal error", 500, { ...ledger, ...json }, "oops", 50n, "faulty"],
  ["another bad request", 400, { ...ledger, ...json }, "limit", 50n, "rejected"],
  ["missing credentials", 401, {}, "", 50n, "rejected"],
  ["BCS disabled", 403, json, '{"error_code":"api_disabled"}', 50n, "unsupported"],
  ["a redirect", 301, { location: "http://elsewhere/" }, "", 50n, "rejected"],
  ["too much", 413, {}, "", 50n, "too_much"],
  ["a gateway timeout", 504, {}, "", 50n, "too_much"],
  ["too often", 429, { "content-type": "text/html" }, "<html>", 50n, "rate_limited"],
  ["overload", 503, json, '{"error_code":"overloaded"}', 50n, "faulty"],
])("%s", (_, status, headers, body, start, kind) => {
  const answer = { status, headers: new Headers(headers), body: new TextEncoder().encode(body) };
  expect(readAnswer(answer, start, 0)).toMatchObject({ kind });
});

test("a broken transfer", () => {
  for (const [fault, kind] of [
    ["too_large", "too_much"],
    ["timeout", "faulty"],
    ["connection", "faulty"],
  ] as const) {
    expect(readAnswer({ fault }, 0n, 0)).toMatchObject({ kind });
  }
});

test("malformed ledger headers count as none", () => {
  for (const change of [
    { "x-svc-chain-id": "256" },
    { "x-svc-ledger-version": "-1" },
    { "x-svc-epoch": "1".repeat(21) },
  ]) {
    const answer = { status: 200, headers: new Headers({ ...ledger, ...bcs, ...change }), body: new Uint8Array(0) };
    expect(readAnswer(answer, 0n, 0)).toMatchObject({ kind: "body", state: undefined });
  }
});
