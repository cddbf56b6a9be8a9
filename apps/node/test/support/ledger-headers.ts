import { expect } from "vitest";

/** The headers that the requirements want on every answer (section 4.1). */
const required = [
  "x-svc-chain-id",
  "x-svc-ledger-version",
  "x-svc-ledger-oldest-version",
  "x-svc-ledger-timestampusec",
  "x-svc-epoch",
  "x-svc-block-height",
  "x-svc-oldest-block-height",
];

/** Asserts that an answer carries all seven ledger headers as plain decimal text. */
export function expectLedgerHeaders(response: Response): void {
  for (const name of required) expect(response.headers.get(name), `${name} of ${response.url}`).toMatch(/^\d+$/);
}
