import { demoSource } from "@ledger/demo-ledger";
import { readLocalGenesis } from "@ledger/local-chain";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";
import { writeHead } from "../src/ledger/index-head.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { allTableGroups } from "../src/tables/table-groups.ts";

// Subscriptions that end at once.

let store: LedgerStore;
let service: QueryService;

beforeAll(async () => {
  store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  service = createQueryService({ store });
});

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

const bodyOf = (query: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ query }));
const cursor = (column: string): string => `cursor:[{initial_value:{${column}:0},ordering:ASC}]`;

async function ask(query: string): Promise<readonly [Result, string]> {
  const { body, follows } = await service.follow(bodyOf(query));
  return [JSON.parse(body!) as Result, follows];
}

test("a query is answered once", async () => {
  expect(await ask("{ledger_infos{chain_id}}")).toEqual([{ data: { ledger_infos: [{ chain_id: 4 }] } }, "nothing"]);
});

test.each([
  ["{nothing{at_all}}", "field 'nothing' not found in type: 'query_root'"],
  ["subscription{ledger_infos{chain_id} processor_status{processor}}", "must select only one top level field"],
  ["subscription{user_transactions_stream(batch_size:1,cursor:[]){version}}", "a cursor is one column"],
  [`subscription{user_transactions_stream(batch_size:0,${cursor("version")}){version}}`, "a batch has one row"],
  [
    'subscription{user_transactions_stream(batch_size:1,cursor:[{initial_value:{version:0,sender:"0x1"}}]){version}}',
    "a cursor is one column",
  ],
  [
    "subscription{user_transactions_stream(batch_size:1,cursor:[{initial_value:{version:null}}]){version}}",
    "a cursor is",
  ],
  [
    `{user_transactions_stream(batch_size:1,${cursor("version")}){version}}`,
    "field 'user_transactions_stream' not found",
  ],
  [
    `subscription{account_transactions_stream(batch_size:500,${cursor("transaction_version")}){user_transaction{version} fungible_asset_activities(limit:500){amount}}}`,
    "50000 are the most",
  ],
])("a mistake ends a subscription with its reason: %s", async (query, reason) => {
  const [{ errors }, follows] = await ask(query);
  expect(errors?.[0]?.message).toContain(reason);
  expect(follows).toBe("nothing");
});

test("a body that is no request ends a subscription, and a plain request for one says how to ask", async () => {
  const { body, follows } = await service.follow(new Uint8Array([1]));
  expect([JSON.parse(body!), follows]).toEqual([
    { errors: [{ message: expect.stringContaining("not JSON"), extensions: { path: "$", code: "parse-failed" } }] },
    "nothing",
  ]);
  const plain = JSON.parse((await service.answer(bodyOf("subscription{ledger_infos{chain_id}}"))).body) as Result;
  expect(plain.errors?.[0]?.message).toContain("Accept: text/event-stream");
});

test("an answer that nobody waits for ends", async () => {
  const controller = new AbortController();
  const followed = service.follow(
    bodyOf("subscription{current_objects{object_address}}"),
    undefined,
    controller.signal,
  );
  controller.abort();
  await expect(followed).rejects.toMatchObject({ name: "AbortError" });
});

test("an index that is being built is waited for", async () => {
  const index = new MemoryIndex();
  const head = { groups: allTableGroups, chainId: 4, next: "0", knowsState: true } as const;
  const write = (isReady: boolean, next = "0") =>
    index.write({ head: writeHead({ ...head, next, isReady }), rows: [], versions: [] });
  const building = createQueryService({ store, openIndex: () => index });
  const question = bodyOf("subscription{current_objects{object_address}}");
  write(false);
  const waiting = await building.follow(question);
  expect(waiting).toMatchObject({ body: undefined, version: undefined, follows: "commit" });
  write(true, "1");
  const { body } = await building.follow(question, waiting.seen);
  expect(body).toBe('{"data":{"current_objects":[]}}');
});

describe("records that are pruned while a batch is read", () => {
  const streamed = (batch: number) =>
    bodyOf(`subscription{user_transactions_stream(batch_size:${batch},${cursor("version")}){version}}`);
  let pruned: LedgerStore;
  /** Prunes at the first read of a record of a version or a later one. */
  let pruneAt: bigint | undefined;
  let oldest: bigint;
  let reading: QueryService;

  beforeEach(async () => {
    pruned = createMemoryStore();
    await ingest({ source: demoSource(20), store: pruned });
    const { version } = (await pruned.summary())!;
    oldest = (await pruned.readBlockByVersion(version - 5n)).firstVersion;
    pruneAt = undefined;
    const readRecord: LedgerReader["readRecord"] = async (at) => {
      if (pruneAt !== undefined && at >= pruneAt) {
        pruneAt = undefined;
        while (!(await pruned.prune({ stateVersion: oldest, ledgerVersion: oldest }, 10_000)).done);
      }
      return pruned.readRecord(at);
    };
    const replica = new Proxy<LedgerReader>(pruned, {
      get(target, name) {
        if (name === "readRecord") return readRecord;
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    reading = createQueryService({ store: replica });
    // The index is built with the first question.
    await reading.answer(bodyOf("{ledger_infos{chain_id}}"));
  });

  test("end a stream that was to bring them", async () => {
    const { seen } = await reading.follow(streamed(2));
    pruneAt = 0n;
    const { body, follows } = await reading.follow(streamed(2), seen);
    expect(body).toContain("is pruned: the oldest that is kept is");
    expect(follows).toBe("nothing");
  });

  test("are not there for one that begins: it has no gap", async () => {
    pruneAt = oldest / 2n;
    const { body } = await reading.follow(streamed(500));
    const rows = (JSON.parse(body!) as { data: { user_transactions_stream: { version: number }[] } }).data;
    const versions = rows.user_transactions_stream.map(({ version }) => version);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions[0]).toBeGreaterThanOrEqual(Number(oldest));
  });
});
