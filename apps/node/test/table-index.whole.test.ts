import { existsSync } from "node:fs";
import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { createQueryService } from "@ledger/indexer/graphql";
import { createDataDir, runCommand, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres, startPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fillDemoLedger } from "./support/fill-demo-ledger.ts";
import { readHead } from "./support/local-network.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { mint } from "./support/mint.ts";
import { composeObserved } from "./support/observed.ts";
import { openSharedNode, type SharedNode } from "./support/open-shared-node.ts";
import { waitFor } from "./support/wait-for.ts";

// A node that follows another answers what wallets ask of an indexer, from an index that it keeps next to its ledger.

let upstream: SharedNode;
let head: number;
let expected: readonly Answer[];

beforeAll(async () => {
  upstream = await openSharedNode("still-ledger");
  head = Number((await readHead(upstream.url)).ledger_version);
  expected = await expectedAnswers();
});

const questions = [
  "{processor_status(limit:1){last_success_version}}",
  "{current_fungible_asset_balances(order_by:{storage_id:asc}){storage_id owner_address asset_type amount is_frozen last_transaction_version last_transaction_timestamp metadata{symbol decimals}}}",
  "{current_token_ownerships_v2(order_by:[{token_data_id:asc},{owner_address:asc}]){amount owner_address current_token_data{token_name current_collection{collection_name}}}}",
  "{current_objects(order_by:{object_address:asc}){object_address owner_address is_deleted}}",
  "{account_transactions(order_by:[{transaction_version:desc},{account_address:asc}],limit:100){account_address transaction_version user_transaction{entry_function_id_str}}}",
  "{fungible_asset_activities(where:{is_gas_fee:{_eq:true}},order_by:{transaction_version:desc},limit:50){owner_address amount transaction_timestamp}}",
  "{table_items(order_by:[{transaction_version:asc},{write_set_change_index:asc}],limit:100){table_handle key decoded_key decoded_value}}",
  "{current_table_items(order_by:[{table_handle:asc},{key_hash:asc}],limit:100){table_handle key_hash decoded_key decoded_value is_deleted last_transaction_version}}",
  "{table_metadatas(order_by:{handle:asc}){handle key_type value_type}}",
  "{current_collection_ownership_v2_view(order_by:[{owner_address:asc},{collection_id:asc}]){owner_address collection_name distinct_tokens}}",
] as const;

interface Answer {
  readonly data?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask(url: string, query: string): Promise<Answer> {
  const answer = await fetch(`${url}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** What a service says that reads the upstream's ledger into memory, as local networks do. */
async function expectedAnswers(): Promise<readonly Answer[]> {
  using folder = createDataDir();
  await fillDemoLedger(folder.path);
  const store = openSqliteReader(join(folder.path, "ledger.db"));
  const service = createQueryService({ store });
  const answers: Answer[] = [];
  for (const query of questions) {
    const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
    answers.push(JSON.parse(body) as Answer);
  }
  await store.close();
  for (const [place, { data, errors }] of answers.entries()) {
    expect(errors, questions[place]).toBeUndefined();
    for (const rows of Object.values(data!)) expect(rows.length, questions[place]).toBeGreaterThan(0);
  }
  return answers;
}

async function untilIndexed(url: string, version = head): Promise<void> {
  await waitFor(
    // Where the ledger is would be told before there is an index.
    () => ask(url, "{processor_status(limit:1){last_success_version} current_objects(limit:1){object_address}}"),
    ({ data }) => data?.processor_status?.[0]?.last_success_version === version,
  );
}

test("a follower's rows are the origin's, after a restart too; the index is verified, dropped and built by hand", async () => {
  using dataDir = createDataDir();
  const args = ["--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path];
  const node = await composeObserved(...args, "--index", "all");
  await untilIndexed(node.url);
  for (const [place, query] of questions.entries()) expect(await ask(node.url, query)).toEqual(expected[place]);
  await waitFor(
    async () => readValue(await scrape(node.admin), "ledger_index_lag_versions"),
    (lag) => lag === 0,
  );
  expect(node.output()).toMatch(/index {5}answers GraphQL at \/v1\/graphql, from version \d+/);
  // One that writes at a time.
  const refused = await runCommand("index", "build", "--data-dir", dataDir.path);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("store_locked: a node keeps this index") });
  const kept = await runCommand("index", "drop", "--data-dir", dataDir.path);
  expect(kept).toMatchObject({ code: 1, output: expect.stringContaining("stop that one first") });
  expect(await node.stop()).toBe(0);

  const status = await runCommand("index", "status", "--data-dir", dataDir.path);
  expect(status.output).toContain(`index        version ${head}, of a ledger at version ${head}\n`);
  expect(status.output).toContain(
    "groups       accounts, assets, objects, tokens, transactions, tables, staking, names, events\n",
  );
  const verified = await runCommand("verify", "--data-dir", dataDir.path);
  expect(verified.output).toMatch(
    new RegExp(
      `^index {8}\\d+ rows and \\d+ versions of topics, at version ${head}, are what the ledger makes of them$`,
      "m",
    ),
  );
  expect(verified.code).toBe(0);

  await using again = await startNode(...args, "--index", "all", "--workers", "2");
  await untilIndexed(again.url);
  expect(await ask(again.url, questions[1])).toEqual(expected[1]);
  expect(await again.stop()).toBe(0);

  expect((await runCommand("index", "drop", "--data-dir", dataDir.path)).output).toBe("the index is deleted\n");
  expect(existsSync(join(dataDir.path, "index.db"))).toBe(false);
  await using bare = await composeNode(...args);
  expect((await fetch(`${bare.url}/v1/graphql`, { method: "POST" })).status).toBe(404);
  // While the node serves.
  const built = await runCommand("index", "build", "--index", "assets,objects", "--data-dir", dataDir.path);
  expect(built.output).toMatch(new RegExp(`^indexed {6}to version ${head}, in [\\d.]+ s$`, "m"));
  await using reading = await composeNode("--role", "api", "--index", "assets,objects", "--data-dir", dataDir.path);
  expect(await ask(reading.url, questions[1])).toEqual(expected[1]);
  const { errors } = await ask(reading.url, questions[2]);
  expect(errors?.[0]?.message).toBe("'current_token_ownerships_v2' is not in the index of this node (--index)");
});

test("without its index a node says that there is none", async () => {
  using dataDir = createDataDir();
  await fillDemoLedger(dataDir.path, 3);
  await using node = await composeNode("--role", "api", "--index", "all", "--data-dir", dataDir.path);
  const { errors } = await ask(node.url, questions[0]);
  expect(errors?.[0]?.message).toBe(
    "this node keeps no index of tables: start it with --index, or build it with 'ledger-node index build'",
  );
  const wrong = await runCommand("start", "--index", "tokens,nonsense");
  expect(wrong.output).toContain("there is no group 'nonsense'");
});

test("a local network keeps its index, and answers at once what it has just committed", async () => {
  using dataDir = createDataDir();
  const args = ["--data-dir", dataDir.path, "--block-interval", "0", "--workload", "off"];
  const node = await composeNode(...args);
  // The client that funds an account asks this as soon as the network is there.
  expect((await ask(node.url, questions[0])).errors).toBeUndefined();
  const version = await mint(node.url, "0x1234", 5);
  const owner = `0x${"1234".padStart(64, "0")}`;
  const { data, errors } = await ask(
    node.url,
    `{current_fungible_asset_balances(where:{owner_address:{_eq:"${owner}"}}){amount last_transaction_version}}`,
  );
  expect(errors).toBeUndefined();
  expect(data?.current_fungible_asset_balances).toEqual([{ amount: 5, last_transaction_version: Number(version) }]);
  expect(await node.stop()).toBe(0);
  const status = await runCommand("index", "status", "--data-dir", dataDir.path);
  expect(status.output).toMatch(/^index {8}version \d+, of a ledger at version \d+\n/);

  await using bare = await composeNode(...args, "--index", "off");
  expect((await fetch(`${bare.url}/v1/graphql`, { method: "POST" })).status).toBe(404);
  const described = (await (await fetch(`${bare.url}/v1/-/local`)).json()) as { readonly graphql: unknown };
  expect(described.graphql).toBeNull();
});

describe("on a PostgreSQL server", needsPostgres, () => {
  test("a follower's rows are the origin's, and verified", async () => {
    using dataDir = createDataDir();
    const url = (await openTestDatabase()).url();
    const store = ["--store", url, "--data-dir", dataDir.path];
    const node = await composeNode("--follow", `${upstream.url}/v1`, "--index", "all", ...store);
    await untilIndexed(node.url);
    for (const [place, query] of questions.entries()) expect(await ask(node.url, query)).toEqual(expected[place]);
    expect(await node.stop()).toBe(0);
    const verified = await runCommand("verify", "--store", url);
    expect(verified.output).toContain("are what the ledger makes of them");
    expect(verified.code).toBe(0);
  });

  test("is built from the primary, where a replica that lags behind comes first", async () => {
    const server = await startPostgres({ settings: { fsync: "off" } });
    onTestFinished(() => server.close());
    const grow = async (count: number): Promise<bigint> => {
      const store = await openPostgresStore({ url: server.url("schema=lagging") });
      await ingest({ source: demoSource(count), store });
      const { version } = (await store.summary())!;
      await store.close();
      return version;
    };
    const before = await grow(3);
    const replica = await server.startReplica();
    try {
      await expect.poll(() => replica.sql("select to_regclass('lagging.head')")).toBe("lagging.head");
      replica.sql("select pg_wal_replay_pause()");
      const version = await grow(6);
      expect(version).toBeGreaterThan(before);
      const ports = `${replica.port},${server.port}`;
      const both = `postgres://postgres@127.0.0.1/postgres?host=127.0.0.1,127.0.0.1&port=${ports}&schema=lagging`;
      const built = await runCommand("index", "build", "--index", "objects", "--store", both);
      expect(built.output).toContain(`to version ${version}, in`);
    } finally {
      await replica.close();
    }
  });
});
