import { createReadStream, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { createDataDir, runCommand, runNodeToEnd, type ServingNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import {
  type BackupFiles,
  buildBackup,
  buildChain,
  buildSnapshot,
  signLedgerInfo,
  validators,
} from "@ledger/sync/testing";
import {
  ContractEvents,
  computeWaypoint,
  formatWaypoint,
  isNewEpochEvent,
  nextEpochState,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { expect, onTestFinished, test } from "vitest";
import { serveRecords, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

const chain = buildChain(50, { blocksPerEpoch: 15, validators });
const head = chain.records.at(-1)!.version;
const bcs = "application/x-bcs";
/** Versions that end an epoch; the first is genesis. */
const epochEnds = chain.records
  .filter(({ events }) => ContractEvents.decode(events).some(isNewEpochEvent))
  .map(({ version }) => Number(version));
const snapshotVersion = epochEnds[1]!;

/** A backup up to the third end of an epoch with a snapshot at the second, and the waypoint of that. */
function makeBackup(folder: string): string {
  const records = chain.records.slice(0, epochEnds[2]! + 1);
  const upTo = records.slice(0, snapshotVersion + 1);
  const last = upTo.at(-1)!;
  const signed = signLedgerInfo(last, 1n, nextEpochState(WriteSet.decode(last.writeSet)), [0, 1, 2]);
  const root = TransactionInfo.decode(last.info).value.stateCheckpointHash!;
  write(folder, buildBackup(records));
  write(folder, buildSnapshot(upTo, signed, root));
  // For servers of files, which list no folders.
  const names = readdirSync(join(folder, "metadata")).filter((name) => name.endsWith(".meta"));
  writeFileSync(join(folder, "metadata", "index"), names.join("\n"));
  return formatWaypoint(computeWaypoint(signed.value.ledgerInfo));
}

function write(folder: string, files: BackupFiles): void {
  for (const [handle, bytes] of files) {
    mkdirSync(dirname(join(folder, handle)), { recursive: true });
    writeFileSync(join(folder, handle), bytes);
  }
}

/** Serves a folder's files; closed at the end of the test. */
async function serveFolder(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = createReadStream(join(folder, request.url ?? "/"));
    file.once("error", () => response.writeHead(404).end());
    file.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Asserts that two nodes answer the same bytes. The chain has no modules, so its resources have no JSON. */
async function expectSameAnswers(leader: Upstream, follower: ServingNode, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const accept of path.includes("/resource") ? [bcs] : ["application/json", bcs]) {
      const [theirs, ours] = await Promise.all(
        [leader, follower].map((node) => fetch(`${node.url}/v1${path}`, { headers: { accept } })),
      );
      expect([theirs!.status, ours!.status], path).toEqual([200, 200]);
      expect(new Uint8Array(await ours!.arrayBuffer()), path).toEqual(new Uint8Array(await theirs!.arrayBuffer()));
    }
  }
}

test.each(["folder", "url"])(
  "a node begins with a snapshot of a backup (%s), follows another to its head, and answers the same",
  async (kind) => {
    using followerDir = createDataDir();
    using backupDir = createDataDir();
    const waypoint = makeBackup(backupDir.path);
    const backup = kind === "folder" ? backupDir.path : await serveFolder(backupDir.path);
    await using leader = await serveRecords([chain.records]);
    const at = ["--data-dir", followerDir.path];
    const args = [
      ...at,
      "--backup",
      backup,
      "--waypoint",
      waypoint,
      "--follow",
      `${leader.url}/v1`,
      "--state-roots",
      "every_block",
    ];
    const first = await composeNode(...args);
    expect(first.output()).toContain(
      `snapshot of version ${snapshotVersion} (the waypoint's version): the whole state, verified`,
    );
    const readVersion = async (): Promise<string> =>
      ((await (await fetch(`${first.url}/v1`)).json()) as { ledger_version: string }).ledger_version;
    await waitFor(readVersion, (version) => version === String(head));
    const paths = [
      `/transactions?start=${snapshotVersion + 1}&limit=100`,
      `/transactions?start=${Number(head) - 20}&limit=100`,
      `/transactions/by_version/${snapshotVersion + 1}`,
      `/blocks/by_version/${snapshotVersion + 1}?with_transactions=true`,
      `/blocks/by_version/${head}?with_transactions=true`,
      `/accounts/0x1/resources?ledger_version=${snapshotVersion + 1}`,
      `/accounts/0x1/resources?ledger_version=${head}`,
      `/accounts/0x1/resource/0x1::chain_id::ChainId?ledger_version=${head}`,
    ];
    await expectSameAnswers(leader, first, paths);
    const below = await fetch(`${first.url}/v1/transactions/by_version/${snapshotVersion}`);
    expect(below.status).toBe(410);
    expect(await first.stop()).toBe(0);

    const proved = await runCommand("verify", ...at);
    expect(proved.output).toContain(`chained from version ${snapshotVersion + 1} to 0x`);
    expect(proved.output).toContain("items have the root 0x");
    expect(proved.output).toContain(`the ledger begins at version ${snapshotVersion + 1}`);
    expect(proved.output).toMatch(/verified\n$/);
    expect(proved.code).toBe(0);

    await using again = await composeNode(...args);
    expect(again.output()).toMatch(/continue {2}backup .*, versions \d+ to \d+/);
    await expectSameAnswers(leader, again, paths);
  },
);

test("a folder with a damaged chunk ends the start with one line, since it stays damaged", async () => {
  using dataDir = createDataDir();
  using backupDir = createDataDir();
  makeBackup(backupDir.path);
  const genesis = join(dataDir.path, "genesis.blob");
  writeFileSync(genesis, chain.records[0]!.transaction);
  const chunks = readdirSync(backupDir.path, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^transaction.*\.chunk$/.test(name),
  );
  writeFileSync(join(backupDir.path, chunks.sort().at(-1)!), new Uint8Array(100));
  const folder = join(dataDir.path, "ledger");
  const { code, output } = await runNodeToEnd("--data-dir", folder, "--backup", backupDir.path, "--genesis", genesis);
  expect([code, output.match(/ERROR: .*/g)]).toEqual([1, [expect.stringContaining("invalid_backup: ")]]);
});

test("a backup is not begun with unless a waypoint vouches for it, and names what is wrong with it", async () => {
  using followerDir = createDataDir();
  using backupDir = createDataDir();
  const waypoint = makeBackup(backupDir.path);
  const start = (...args: string[]) =>
    runNodeToEnd("--data-dir", followerDir.path, "--backup", backupDir.path, ...args);
  const unnamed = await start("--start-version", "latest");
  expect([unnamed.code, unnamed.output]).toEqual([1, expect.stringContaining("pass one with --waypoint")]);
  const wrong = await start("--waypoint", `${snapshotVersion}:${"ab".repeat(32)}`);
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("wrong_waypoint")]);
  const [chunk = ""] = readdirSync(backupDir.path, { recursive: true, encoding: "utf8" }).filter((name) =>
    /state_epoch.*\/50-\.chunk$/.test(name),
  );
  writeFileSync(join(backupDir.path, chunk), new Uint8Array(100));
  const damaged = await start("--waypoint", waypoint);
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining("invalid_backup")]);
});
