import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import { type Address, type HashValue, parseAddress, parseHex } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { withAnswers } from "./support/with-answers.ts";

const sender = parseAddress("0xdd");
const other = parseAddress("0xee");

const sent = (by: Address, kind: "SequenceNumber" | "Nonce", value: bigint) => ({
  user: { sender: by, replayProtector: { kind, value } },
});

/** Versions 2, 4, 5, 7 and 9 are sent by 0xdd; 8 by another. */
function openStore() {
  const store = createMemoryStore();
  const ledger = buildLedger();
  store.commit(
    ledger.batch([
      [{}],
      [{}, sent(sender, "SequenceNumber", 0n), {}],
      [sent(sender, "Nonce", 2n ** 64n - 1n), sent(sender, "SequenceNumber", 1n), {}],
      [sent(sender, "SequenceNumber", 2n), sent(other, "SequenceNumber", 0n), sent(sender, "Nonce", 12n)],
    ]),
  );
  return store;
}

async function versionsOf(query: Readonly<Record<string, string>>, store = openStore(), address = "0xdd") {
  const api = createApi({
    store,
    config: { pageSizes: { ...createApi({ store }).config.pageSizes, summaries: { default: 3, max: 4 } } },
  });
  const response = await ask(api, "get_account_transaction_summaries", { params: { address }, query });
  const body = jsonOf(response) as { version: string }[];
  return response.status === 200
    ? body.map(({ version }) => version).join(" ")
    : `${response.status} ${response.error?.code}`;
}

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#4.2 | Specification, REST API 4.2} */
describe("summaries", () => {
  test.each([
    ["neither: the newest, ascending", {}, "5 7 9"],
    ["start: from there", { start_version: "3" }, "4 5 7"],
    ["start at a summary: inclusive", { start_version: "4" }, "4 5 7"],
    ["end: the nearest below, inclusive", { end_version: "7" }, "4 5 7"],
    ["both: stops at the end", { start_version: "3", end_version: "5" }, "4 5"],
    ["start above end: none", { start_version: "6", end_version: "5" }, ""],
    ["start above the latest: none", { start_version: "18446744073709551615" }, ""],
    ["end above the latest: as the latest", { end_version: "18446744073709551615" }, "5 7 9"],
    ["limit", { limit: "1" }, "9"],
    ["limit from the start", { start_version: "0", limit: "2" }, "2 4"],
    ["limit 0: none", { limit: "0" }, ""],
    ["limit above the maximum: the maximum", { limit: "65535" }, "4 5 7 9"],
  ])("%s", async (_, query, versions) => {
    expect(await versionsOf(query)).toBe(versions);
  });

  test("an account that never sent anything has none", async () => {
    expect(await versionsOf({}, openStore(), "0x123")).toBe("");
  });

  test("a pruned start is gone, an end is not", async () => {
    const store = openStore();
    // Records go by whole blocks: the third one begins at 4, the fourth at 7, from where there is state too.
    store.prune({ stateVersion: 7n, ledgerVersion: 8n }, 100);
    expect(await versionsOf({ start_version: "6" }, store)).toBe("410 version_pruned");
    expect(await versionsOf({ start_version: "7" }, store)).toBe("7 9");
    expect(await versionsOf({ end_version: "6" }, store)).toBe("");
    expect(await versionsOf({ limit: "4" }, store)).toBe("7 9");
  });

  test("tell the two kinds of replay protection apart", async () => {
    const response = await ask(createApi({ store: openStore() }), "get_account_transaction_summaries", {
      params: { address: "dd" },
      query: { start_version: "4", limit: "2" },
    });
    expect(jsonOf(response)).toEqual([
      {
        sender: "0xdd",
        version: "4",
        transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        replay_protector: { type: "nonce", nonce: "18446744073709551615" },
      },
      {
        sender: "0xdd",
        version: "5",
        transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        replay_protector: { type: "sequence_number", sequence_number: "1" },
      },
    ]);
  });

  /** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#12 | Specification, REST API 12} */
  test("have the published BCS", async () => {
    const hash = Uint8Array.from({ length: 32 }, (_, i) => i) as HashValue;
    const entry = { sender, version: 123n, hash, replayProtector: { kind: "SequenceNumber", value: 7n } } as const;
    const api = createApi({ store: withAnswers(openStore(), { listSummaries: () => [entry] }) });
    const response = await ask(api, "get_account_transaction_summaries", {
      params: { address: "0xdd" },
      accept: "application/x-bcs",
    });
    expect(response.body).toEqual(
      parseHex(
        "0100" +
          "00000000000000000000000000000000000000000000000000000000000000dd" +
          "7b00000000000000" +
          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" +
          "010700000000000000",
      ),
    );
  });
});
