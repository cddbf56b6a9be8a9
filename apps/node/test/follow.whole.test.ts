import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { createDataDir, launchNode, runNodeToEnd, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { concatSources, genesisSource, ingest, type LedgerSource } from "@ledger/sync";
import { hexToBytes, type LedgerRecord, parseHash } from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson, vectorPath } from "@ledger/vectors";
import { afterAll, expect, test } from "vitest";
import { collectLocalValues } from "./support/local-values.ts";
import { shareNode } from "./support/share-node.ts";
import { startProxy, type TamperingProxy } from "./support/tampering-proxy.ts";
import { waitFor } from "./support/wait-for.ts";

async function readInfo(url: string): Promise<{ ledger_version: string; block_height: string }> {
  return (await (await fetch(`${url}/v1`)).json()) as { ledger_version: string; block_height: string };
}

/** A slow machine must not see the local network forget what the test asks for. */
const keepAll = ["--state-window", "0", "--ledger-window", "0"];

const leading = shareNode((place) => composeNode(...place, "--block-interval", "100", "--index", "off", ...keepAll));
/** Between the leader and the follower: honest, but for one test. */
let proxy: TamperingProxy | undefined;
afterAll(() => proxy?.[Symbol.asyncDispose]());
const following = shareNode(async (place) => {
  proxy ??= await startProxy((await leading.running()).url);
  return composeNode(...place, "--follow", `${proxy.url}/v1`);
});

/** Asserts that two nodes answer the same bytes, in JSON and in BCS. */
async function expectSameAnswers(one: ServingNode, other: ServingNode, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const accept of ["application/json", "application/x-bcs"]) {
      const [ours, theirs] = await Promise.all(
        [one, other].map((node) => fetch(`${node.url}/v1${path}`, { headers: { accept } })),
      );
      expect(theirs?.status, path).toBe(200);
      expect(theirs?.status, path).toBe(ours?.status);
      expect(new Uint8Array(await theirs!.arrayBuffer()), path).toEqual(new Uint8Array(await ours!.arrayBuffer()));
    }
  }
}

test("a node that follows another one verifies its ledger and answers the same, after a restart too", async () => {
  const leader = await leading.running();
  const first = await following.running();
  expect(first.output()).toContain("verified  followed ledger");
  await waitFor(
    () => readInfo(first.url),
    ({ block_height }) => BigInt(block_height) > 12n,
  );
  expect(await first.stop()).toBe(0);

  const follower = await following.running();
  expect(follower.output()).toContain("continue  followed ledger");
  // What is asked for exists at the version that both have; what the leader goes on to make is not.
  const { path } = await collectLocalValues(leader.url);
  const { ledger_version: version } = await readInfo(leader.url);
  await waitFor(
    () => readInfo(follower.url),
    ({ ledger_version }) => BigInt(ledger_version) >= BigInt(version),
  );
  const account = `/accounts/${path.address}`;
  await expectSameAnswers(leader, follower, [
    `${account}?ledger_version=${version}`,
    `${account}/resources?ledger_version=${version}`,
    `${account}/modules?ledger_version=${version}`,
    `${account}/balance/0xa?ledger_version=${version}`,
    `${account}/transaction_summaries?end_version=${version}`,
    `${account}/transactions?start=0&limit=1`,
    `/transactions?start=0&limit=30`,
    `/transactions/by_version/${version}`,
    `/blocks/by_height/10?with_transactions=true`,
    `/accounts/0x1/events/3?start=1&limit=5`,
    "/accounts/0x1/modules?ledger_version=0",
  ]);
});

test("a follower whose upstream is another network stops with a clear text", async () => {
  using followerDir = createDataDir();
  const leader = await leading.running();
  const wrong = "0:6072b68a942aace147e0655c5704beaa255c84a7829baa4e72a500f1516584c4";
  const refused = await runNodeToEnd(
    "--data-dir",
    followerDir.path,
    "--follow",
    `${leader.url}/v1`,
    "--waypoint",
    wrong,
  );
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("wrong_waypoint");
});

test("a follower ends when it is told to, although no upstream has answered yet", async () => {
  using followerDir = createDataDir();
  const upstream = `127.0.0.1:${await findClosedPort()}`;
  await using follower = launchNode("--data-dir", followerDir.path, "--follow", `http://${upstream}/v1`);
  const said = `upstream ${upstream} faulty at version 0: no connection (ECONNREFUSED)`;
  await waitFor(
    async () => follower.output(),
    (text) => text.includes(said),
  );
  expect(await follower.stop()).toBe(0);
  expect(follower.output()).toContain("stopped");
  expect(readdirSync(followerDir.path), "there was nothing to keep").toEqual([]);
});

/** A port that was free a moment ago. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("a follower whose upstream turns false reports it, goes on serving, and goes on by itself when that ends", async () => {
  const leader = await leading.running();
  const follower = await following.running();
  const upstream = proxy!;
  const healthy = async (): Promise<number> => (await fetch(`${follower.url}/v1/-/healthy`)).status;
  await waitFor(
    () => readInfo(follower.url),
    ({ block_height }) => BigInt(block_height) > 5n,
  );
  expect(await healthy()).toBe(200);
  upstream.tampers = true;
  await waitFor(healthy, (status) => status === 503);
  const { ledger_version: stopped } = await readInfo(follower.url);
  const served = await fetch(`${follower.url}/v1/accounts/0x1/resources?ledger_version=${stopped}`);
  expect(served.status).toBe(200);
  upstream.tampers = false;
  await waitFor(healthy, (status) => status === 200);
  const { ledger_version: version } = await readInfo(leader.url);
  await waitFor(
    () => readInfo(follower.url),
    ({ ledger_version }) => BigInt(ledger_version) >= BigInt(version),
  );
  expect(follower.output()).toMatch(/trying again in \d+ s/);
  expect(follower.output()).toContain("ledger    resumed");
  await expectSameAnswers(leader, follower, [`/transactions?start=${stopped}&limit=20`]);
});

interface ChainRecord {
  readonly version: number;
  readonly transaction: string;
  readonly transaction_info: string;
  readonly events: readonly string[];
  readonly write_set: string;
  readonly accumulator_root: string;
}

function realRecords(): LedgerSource {
  const records = readVectorJson<ChainRecord[]>("chain/testnet_0_3.json")
    .filter(({ version }) => version > 0)
    .map(
      (one): LedgerRecord => ({
        version: BigInt(one.version),
        transaction: hexToBytes(one.transaction),
        info: hexToBytes(one.transaction_info),
        events: Uint8Array.of(one.events.length, ...one.events.flatMap((event) => [...hexToBytes(event)])),
        writeSet: hexToBytes(one.write_set),
        accumulatorRoot: parseHash(one.accumulator_root),
      }),
    );
  return {
    name: "the first versions of testnet",
    async *records(from) {
      yield records.filter(({ version }) => version >= from);
    },
  };
}

describeVectors("following a node that holds a real ledger", () => {
  test("the first versions of testnet travel from node to node", async () => {
    using leaderDir = createDataDir();
    using followerDir = createDataDir();
    const store = openSqliteStore(`${leaderDir.path}/ledger.db`);
    const genesis = genesisSource(readVectorBytes("genesis/testnet.genesis.blob"));
    await ingest({ source: concatSources(genesis, realRecords()), store });
    await store.close();

    await using leader = await composeNode("--data-dir", leaderDir.path);
    await using follower = await composeNode(
      "--data-dir",
      followerDir.path,
      "--follow",
      `${leader.url}/v1`,
      "--waypoint",
      vectorPath("genesis/testnet.waypoint.txt"),
    );
    expect(follower.output()).toContain("equals the trusted one");
    await waitFor(
      () => readInfo(follower.url),
      ({ ledger_version }) => ledger_version === "3",
    );
    await expectSameAnswers(leader, follower, [
      "/transactions?start=0&limit=10",
      "/blocks/by_height/2?with_transactions=true",
      "/accounts/0x1/resources?ledger_version=3",
      "/accounts/0x1/resources?ledger_version=0",
      "/accounts/0x1/modules?limit=3",
    ]);
  });
});
