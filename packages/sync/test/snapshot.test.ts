import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  computeWaypoint,
  deriveGenesis,
  type LedgerInfoWithSignatures,
  type LedgerRecord,
  nextEpochState,
  parseHash,
  parseWaypoint,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorText } from "@ledger/vectors";
import { describe, expect, onTestFinished, test } from "vitest";
import { startFromSnapshot } from "../src/backup/index.ts";
import { findNextEpochInRecord } from "../src/checks/record.ts";
import { concatSources, ingest, verifyLedger } from "../src/index.ts";
import { openBackupFolder } from "../src/node/index.ts";
import { buildBackup, buildChain, buildSnapshot, signLedgerInfo, validators } from "../src/testing/index.ts";
import { arraySource } from "./support/array-source.ts";
import { refusalOf } from "./support/refusal.ts";
import { stores } from "./support/stores.ts";
import { readTestnetRecords } from "./support/testnet-records.ts";
import { writeFiles } from "./support/write-files.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ledger-snapshot-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function stateRootOf({ info }: LedgerRecord) {
  return TransactionInfo.decode(info).value.stateCheckpointHash!;
}

const chain = buildChain(40, { blocksPerEpoch: 15, validators });
const snapshotVersion = chain.records.findIndex(
  (record, version) => version > 0 && findNextEpochInRecord(record) !== undefined,
);
const upTo = chain.records.slice(0, snapshotVersion + 1);
const last = upTo.at(-1)!;
const signed: LedgerInfoWithSignatures = signLedgerInfo(
  last,
  1n,
  nextEpochState(WriteSet.decode(last.writeSet)),
  [0, 1, 2],
);
const waypoint = computeWaypoint(signed.value.ledgerInfo);

function snapshotFolder(): string {
  const folder = makeFolder();
  writeFiles(folder, buildSnapshot(upTo, signed, stateRootOf(last)));
  return folder;
}

/** Changes the first file whose name ends so. */
function tamper(folder: string, ending: string, change: (bytes: Uint8Array) => Uint8Array): void {
  const name = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((file) => file.endsWith(ending))!;
  writeFileSync(join(folder, name), change(new Uint8Array(readFileSync(join(folder, name)))));
}

describe.each(stores)("a ledger that begins with a snapshot, in a store of %s", (_, open) => {
  test("goes on after it, proved by the waypoint of its version", async () => {
    const storage = openBackupFolder(snapshotFolder());
    const store = await open();
    const source = arraySource(chain.records);
    const seen: bigint[] = [];
    const start = startFromSnapshot({ storage, waypoint, onProgress: ({ items }) => seen.push(items) });
    const report = await ingest({ source, store, start, waypoint, stateRoots: "every_block" });
    expect(report).toMatchObject({ version: chain.records.at(-1)!.version, waypoint: "matched" });
    expect(await store.summary()).toMatchObject({
      oldestVersion: last.version + 1n,
      oldestLedgerVersion: last.version + 1n,
      oldestBlockHeight: 16n,
      base: { version: last.version + 1n, state: "whole" },
    });
    expect(seen.length).toBeGreaterThan(0);
    // The whole state at the head is the one that the ledger claims there.
    const proved = await verifyLedger(store);
    expect(proved).toMatchObject({ fromGenesis: false, chainedFrom: last.version + 1n });
  });
  test("is begun again when it was stopped before its first block", async () => {
    const storage = openBackupFolder(snapshotFolder());
    const store = await open();
    const empty = arraySource([]);
    await ingest({ source: empty, store, start: startFromSnapshot({ storage, waypoint }) });
    expect(await store.summary()).toBeUndefined();
    await ingest({ source: arraySource(chain.records), store, start: startFromSnapshot({ storage, waypoint }) });
    expect((await verifyLedger(store)).stateItems).toBeGreaterThan(10);
  });
});

describe("a snapshot", () => {
  const [, openMemory] = stores[0]!;

  async function begin(folder: string, trusted = waypoint, version?: bigint | "latest") {
    const storage = openBackupFolder(folder);
    const start = startFromSnapshot({ storage, waypoint: trusted, version });
    const store = await openMemory();
    await ingest({ source: arraySource(chain.records), store, start });
    return store;
  }

  test("is proved through signed epochs by the waypoint of genesis", async () => {
    const folder = makeFolder();
    writeFiles(folder, buildBackup(chain.records));
    writeFiles(folder, buildSnapshot(upTo, signed, stateRootOf(last)));
    const store = await begin(folder, chain.waypoint, "latest");
    expect((await store.summary())?.base?.version).toBe(last.version + 1n);
    const few = signLedgerInfo(last, 1n, nextEpochState(WriteSet.decode(last.writeSet)), [0, 1]);
    writeFiles(folder, buildSnapshot(upTo, few, stateRootOf(last)));
    expect(await refusalOf(begin(folder, chain.waypoint, last.version))).toMatchObject({ code: "invalid_signature" });
  });
  test("that was changed anywhere is refused, and nothing of it can be read", async () => {
    const flip = (at: number) => (bytes: Uint8Array) =>
      bytes.with(bytes.length - at, bytes[bytes.length - at]! ^ 1) as Uint8Array;
    const item = snapshotFolder();
    tamper(item, "0-.chunk", flip(1));
    expect(await refusalOf(begin(item))).toMatchObject({
      code: "invalid_backup",
      field: "proof",
      message: expect.stringContaining("the chunk of items 0 to 49"),
    });
    const unproved = snapshotFolder();
    tamper(unproved, "0-.chunk", flip(1));
    tamper(unproved, ".manifest", (bytes) => {
      const manifest = JSON.parse(new TextDecoder().decode(bytes));
      for (const chunk of manifest.chunks) delete chunk.proof;
      return new TextEncoder().encode(JSON.stringify(manifest));
    });
    expect(await refusalOf(begin(unproved))).toMatchObject({ code: "hash_mismatch", field: "state_checkpoint_hash" });
    const chunkProof = snapshotFolder();
    tamper(chunkProof, "0-49.proof", flip(1));
    expect(await refusalOf(begin(chunkProof))).toMatchObject({ code: "invalid_backup", field: "proof" });
    const noProof = snapshotFolder();
    tamper(noProof, "0-49.proof", (bytes) => bytes.subarray(1));
    expect(await refusalOf(begin(noProof))).toMatchObject({ code: "invalid_backup", field: "proof" });
    const bounds = snapshotFolder();
    tamper(bounds, ".manifest", (bytes) => {
      const manifest = JSON.parse(new TextDecoder().decode(bytes));
      [manifest.chunks[0].first_key] = [manifest.chunks[0].last_key];
      return new TextEncoder().encode(JSON.stringify(manifest));
    });
    expect(await refusalOf(begin(bounds))).toMatchObject({ code: "invalid_backup", field: "first_key" });
    const missing = snapshotFolder();
    tamper(missing, "0-.chunk", (bytes) => bytes.subarray(0, 0));
    expect(await refusalOf(begin(missing))).toMatchObject({ code: "invalid_backup" });
    const order = snapshotFolder();
    tamper(order, ".manifest", (bytes) => {
      const manifest = JSON.parse(new TextDecoder().decode(bytes));
      const [one, two] = manifest.chunks;
      [one.blobs, two.blobs] = [two.blobs, one.blobs];
      return new TextEncoder().encode(JSON.stringify(manifest));
    });
    expect(await refusalOf(begin(order))).toMatchObject({ code: "invalid_backup" });
    const root = snapshotFolder();
    tamper(root, ".manifest", (bytes) => {
      const text = new TextDecoder().decode(bytes).replace(/"root_hash":"../, '"root_hash":"00');
      return new TextEncoder().encode(text);
    });
    expect(await refusalOf(begin(root))).toMatchObject({ code: "hash_mismatch" });
    const proof = snapshotFolder();
    tamper(proof, "state.proof", (bytes) => bytes.with(40, bytes[40]! ^ 1) as Uint8Array);
    expect(await refusalOf(begin(proof))).toMatchObject({ code: "invalid_backup" });
  });
  test("of another version than the waypoint's, or with another waypoint, is refused", async () => {
    const folder = snapshotFolder();
    const wrong = parseWaypoint(`${last.version}:${"ab".repeat(32)}`);
    expect(await refusalOf(begin(folder, wrong))).toMatchObject({ code: "wrong_waypoint" });
    const elsewhere = parseWaypoint(`7:${"ab".repeat(32)}`);
    expect(await refusalOf(begin(folder, elsewhere))).toMatchObject({ code: "gap", actual: String(last.version) });
    expect(await refusalOf(begin(folder, elsewhere, "latest"))).toMatchObject({ code: "gap", field: "epoch" });
    const later = parseWaypoint(`${last.version + 1n}:${"ab".repeat(32)}`);
    expect(await refusalOf(begin(folder, later, "latest"))).toMatchObject({ code: "wrong_waypoint" });
  });
});

describeVectors("a snapshot of the test network", () => {
  const genesis = deriveGenesis(readVectorBytes("genesis/testnet.genesis.blob"));
  const records = readTestnetRecords();

  test.each(stores)(
    "at version 0, proved by the published waypoint, continues with real records: %s",
    async (_, open) => {
      const folder = makeFolder();
      const unsigned: LedgerInfoWithSignatures = {
        kind: "V0",
        value: {
          ledgerInfo: genesis.ledgerInfo,
          signatures: { validatorBitmask: new Uint8Array(0), signature: undefined },
        },
      };
      writeFiles(folder, buildSnapshot([genesis.record], unsigned, genesis.stateRoot));
      const storage = openBackupFolder(folder);
      const published = parseWaypoint(readVectorText("genesis/testnet.waypoint.txt").trim());
      const store = await open();
      await ingest({ source: arraySource(records), store, start: startFromSnapshot({ storage, waypoint: published }) });
      expect(await store.summary()).toMatchObject({ version: 3n, oldestVersion: 1n, blockHeight: 2n });
      const proved = await verifyLedger(store);
      expect(proved).toMatchObject({ chainedFrom: 1n, records: 3, stateItems: 128 });
      expect(proved.accumulatorRoot).toEqual(records.at(-1)!.accumulatorRoot);
    },
  );
  test("at version 1 has the published state root", async () => {
    const folder = makeFolder();
    const [first] = records;
    const state = nextEpochState(WriteSet.decode(first!.writeSet));
    const atOne = signLedgerInfo(first!, 1n, state, []);
    writeFiles(folder, buildSnapshot([genesis.record, first!], atOne, first!.stateRoot!));
    const storage = openBackupFolder(folder);
    const store = await stores[0]![1]();
    const start = startFromSnapshot({ storage, waypoint: computeWaypoint(atOne.value.ledgerInfo) });
    await ingest({ source: concatSources(arraySource(records)), store, start });
    expect(await store.summary()).toMatchObject({ version: 3n, oldestVersion: 2n, oldestBlockHeight: 2n });
    expect((await verifyLedger(store)).stateItems).toBe(128);
    expect(first!.stateRoot).toEqual(parseHash(publishedRootOfVersion1));
  });
});

/** From the published record of version 1 (Specification, chain types 17.3). */
const publishedRootOfVersion1 = "cfb85a3d389d646f0f164f721b9874962abb76405a0c2b2ffd71a1d60a993a70";
