import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { type BackupFiles, buildBackup, buildSnapshot, signLedgerInfo } from "@ledger/sync/testing";
import {
  ContractEvents,
  computeWaypoint,
  formatWaypoint,
  isNewEpochEvent,
  type LedgerRecord,
  nextEpochState,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRecords } from "./support/made-ledger.ts";
import { serveRecords, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

// Ledgers that do not begin with genesis: what is known of the state decides what can be executed.

let blocks: readonly (readonly LedgerRecord[])[];
let head: bigint;
let upstream: Upstream;

beforeAll(async () => {
  blocks = await makeRecords(20);
  head = blocks.at(-1)!.at(-1)!.version;
  upstream = await serveRecords(blocks);
});
afterAll(() => upstream.stop());

interface ExecutionStatus {
  readonly lag?: string;
  readonly ranges: readonly { readonly from: string; readonly to: string }[];
  readonly equal: string;
  readonly different: string;
  readonly state_unknown: string;
}

/** What a node says of execution once it has come to the head. */
function untilExecuted(url: string): Promise<ExecutionStatus> {
  return waitFor(
    async () => (await (await fetch(`${url}/v1/execution/status`)).json()) as ExecutionStatus,
    ({ lag, ranges }) => lag === "0" && ranges.at(-1)?.to === `${head}`,
  );
}

function writeFiles(folder: string, files: BackupFiles): void {
  for (const [handle, bytes] of files) {
    mkdirSync(dirname(join(folder, handle)), { recursive: true });
    writeFileSync(join(folder, handle), bytes);
  }
}

/** A backup in the reference format up to the first end of an epoch, with the state there. */
function makeBackup(folder: string): { readonly waypoint: string; readonly version: bigint } {
  const records = blocks.flat();
  const end = records.findIndex(
    ({ version, events }) => version > 0n && ContractEvents.decode(events).some(isNewEpochEvent),
  );
  const upTo = records.slice(0, end + 1);
  const last = upTo.at(-1)!;
  const signed = signLedgerInfo(last, 1n, nextEpochState(WriteSet.decode(last.writeSet)), [0, 1, 2]);
  writeFiles(folder, buildBackup(upTo));
  writeFiles(folder, buildSnapshot(upTo, signed, TransactionInfo.decode(last.info).value.stateCheckpointHash!));
  return { waypoint: formatWaypoint(computeWaypoint(signed.value.ledgerInfo)), version: last.version };
}

test("a ledger that begins with the state of a backup is executed from there on", async () => {
  using dataDir = createDataDir();
  using backupDir = createDataDir();
  const { waypoint, version } = makeBackup(backupDir.path);
  const source = ["--backup", backupDir.path, "--waypoint", waypoint, "--follow", `${upstream.url}/v1`];
  await using node = await composeNode(...source, "--data-dir", dataDir.path, "--execute", "all");
  const { ranges, equal, different, state_unknown: unknown } = await untilExecuted(node.url);
  // State is read from the first record after the backup on: the rules of that record's block cannot be.
  const unjudged = blocks.find(([first]) => first!.version === version + 1n)!.length - 1;
  expect(ranges).toMatchObject([{ from: `${version + 2n}`, to: `${head}` }]);
  expect([equal, different, unknown]).toEqual([`${Number(head - version) - 1 - unjudged}`, "0", `${unjudged}`]);
  expect(await node.stop()).toBe(0);
});

test("of a ledger that began in the middle nothing is judged that rests on state which is not known", async () => {
  using dataDir = createDataDir();
  const start = blocks[10]![0]!.version;
  const source = ["--follow", `${upstream.url}/v1`, "--start-version", `${start}`];
  await using node = await composeNode(...source, "--data-dir", dataDir.path, "--execute", "all");
  const { equal, different, state_unknown: unknown } = await untilExecuted(node.url);
  expect(different).toBe("0");
  expect(Number(unknown)).toBeGreaterThan(0);
  expect(BigInt(equal) + BigInt(unknown)).toBeGreaterThanOrEqual(head - start);
  const outcome = (await (await fetch(`${node.url}/v1/execution/by_version/${head}`)).json()) as object;
  expect(outcome).toMatchObject({ outcome: "state_unknown", reason: expect.stringMatching(/./) });
  expect(await node.stop()).toBe(0);
});
