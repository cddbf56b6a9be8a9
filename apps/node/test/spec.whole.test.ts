import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { randomTest } from "@ledger/test-run";
import { describe, expect, test } from "vitest";
import { AnswerChecker } from "./spec/answer-checker.ts";
import { runSpec } from "./spec/run-spec.ts";
import type { Description } from "./support/openapi-validator.ts";

// More of them, from another seed: pnpm check spec.
const requests = { seed: 20_261_121, count: 150 };
randomTest("requests made from the served description get documented answers", requests, async ({ seed, count }) => {
  const { passed, failures, statuses } = await runSpec({ seed, count });
  expect(failures.slice(0, 3)).toEqual([]);
  expect(passed).toBe(count);
  // Both kinds of requests got somewhere.
  expect(statuses.get(200)).toBeGreaterThan(30);
  expect(statuses.get(400)).toBeGreaterThan(30);
});

describe("the check finds", () => {
  const description = JSON.parse(createApi({ store: createMemoryStore() }).openapiJson()) as Description;
  const checker = new AnswerChecker(description);
  const names = Object.keys(description.components?.headers ?? {}).filter((name) =>
    /^X-(SVC|Aptos)-[A-Z-]+$/.test(name),
  );
  const ledger = names
    .filter((name) => !/CURSOR|GAS|ANSWERED|SIMULATED|LIST-FROM/.test(name))
    .map((name) => [name.toLowerCase(), "1"]);
  const headers = { "content-type": "application/json; charset=utf-8", ...Object.fromEntries(ledger) };
  const account = { sequence_number: "1", authentication_key: "0x00" };
  const check = (status: number, body: unknown, changed: object = {}) =>
    checker.check(
      { template: "/accounts/{address}", method: "GET", target: "/accounts/0x1", headers: {}, body: undefined },
      { status, headers: { ...headers, ...changed }, body: Buffer.from(JSON.stringify(body)) },
    );

  test("nothing in a documented answer", () => {
    expect(check(200, account)).toEqual([]);
    expect(check(404, { message: "no", error_code: "version_not_found" })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["an undocumented status", check(418, {})],
    ["a fault of the node", check(500, { message: "no", error_code: "internal_error" })],
    ["an undocumented error code", check(404, { message: "no", error_code: "table_item_not_found" })],
    ["another media type", check(200, account, { "content-type": "text/html" })],
    ["a missing ledger header", check(200, account, { "x-svc-epoch": undefined })],
    ["a ledger header that is no number", check(200, account, { "x-svc-epoch": "-1" })],
    ["an undocumented header of the family", check(200, account, { "x-svc-cursor": "00" })],
    ["a member of another type", check(200, { ...account, sequence_number: 1 })],
    ["a missing member", check(200, { sequence_number: "1" })],
  ])("%s", (_, faults) => {
    expect(faults).toHaveLength(1);
  });
});
