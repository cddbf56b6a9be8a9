import { LedgerInfoWithSignatures } from "@ledger/types";
import { expect, test } from "vitest";
import { BackupEndings, type BackupStorage } from "../src/backup/index.ts";
import { type BackupFiles, buildBackup, buildChain, validators } from "../src/testing/index.ts";

const chain = buildChain(40, { blocksPerEpoch: 6, validators });
const files = buildBackup(chain.records);

/** A storage in memory, which counts how often its files are listed. */
function storageOf(content: BackupFiles) {
  let lists = 0;
  const storage: BackupStorage = {
    name: "test",
    async listMetadata() {
      lists++;
      if (content.size === 0) throw new Error("there is nothing here");
      return [...content.keys()].filter((handle) => handle.startsWith("metadata/"));
    },
    async *read(handle) {
      yield content.get(handle)!;
    },
  };
  return { storage, lists: () => lists };
}

const versionsOf = (infos: readonly Uint8Array[]): bigint[] =>
  infos.map((info) => LedgerInfoWithSignatures.decode(info).value.ledgerInfo.commitInfo.version);

test("the ends of epochs are read from any version on, as many as are wanted", async () => {
  const endings = new BackupEndings(storageOf(files).storage);
  const all = await endings.endingsSince(0n, 100);
  const versions = versionsOf(all.infos);
  expect(versions[0]).toBe(0n);
  expect(versions.length).toBeGreaterThan(2);
  expect(all.more).toBe(false);
  for (const [i, version] of versions.entries()) {
    for (const since of [version, (versions[i - 1] ?? -1n) + 1n])
      expect(versionsOf((await endings.endingsSince(since, 100)).infos)).toEqual(versions.slice(i));
  }
  const cut = await endings.endingsSince(versions[1]!, 1);
  expect([versionsOf(cut.infos), cut.more]).toEqual([[versions[1]], true]);
  expect(await endings.endingsSince(versions.at(-1)! + 1n, 5)).toMatchObject({ infos: [], more: false });
});

test("after the last end of an epoch comes what the newest transactions are signed by, and from a later version on nothing", async () => {
  const longer = buildChain(44, { blocksPerEpoch: 6, validators });
  const { records } = longer;
  const last = records.at(-1)!.version;
  const { storage } = storageOf(buildBackup(records));
  const endings = new BackupEndings(storage);
  const { infos, latest } = await endings.endingsSince(0n, 100);
  const newest = LedgerInfoWithSignatures.decode(latest!).value.ledgerInfo.commitInfo;
  const ended = LedgerInfoWithSignatures.decode(infos.at(-1)!).value.ledgerInfo.commitInfo;
  expect([newest.version, newest.epoch]).toEqual([last, ended.epoch + 1n]);
  expect((await endings.endingsSince(last, 100)).latest).toEqual(latest);
  expect((await endings.endingsSince(last + 1n, 100)).latest).toBeUndefined();
  expect((await endings.endingsSince(0n, 1)).latest).toBeUndefined();
});

test("reading ends when the client has left", async () => {
  const { infos } = await new BackupEndings(storageOf(files).storage).endingsSince(0n, 100, { aborted: true });
  expect(infos).toEqual([]);
});

/** The backup with one chunk of ledger infos changed: each is one piece. */
function piecesOf(change: (record: Uint8Array, index: number) => void) {
  const { storage } = storageOf(files);
  let pieces = 0;
  const read: BackupStorage["read"] = async function* (handle, signal) {
    for await (const whole of storage.read(handle, signal)) {
      const isInfos = handle.includes("epoch_ending") && handle.endsWith(".chunk");
      for (let at = 0; isInfos && at < whole.length; pieces++) {
        const end = at + 4 + new DataView(whole.buffer, whole.byteOffset + at).getUint32(0);
        const record = whole.slice(at, end);
        change(record.subarray(4), pieces);
        yield record;
        at = end;
      }
      if (!isInfos) yield whole;
    }
  };
  return { endings: new BackupEndings({ ...storage, read }), pieces: () => pieces };
}

test("ends of epochs before the version are passed over without a look, as far as the manifest tells versions", async () => {
  const manifest = "epoch_ending_0-.abcd/epoch_ending.manifest";
  const honest = files.get(manifest)!;
  const versions = versionsOf((await new BackupEndings(storageOf(files).storage).endingsSince(0n, 100)).infos);
  const spoilt = () =>
    piecesOf((record, index) => {
      if (index === 0) record.fill(0xff);
    }).endings;
  const refused = { code: "invalid_backup" };
  // The waypoints of these tests say nothing of versions.
  await expect(spoilt().endingsSince(versions[1]!, 1)).rejects.toMatchObject(refused);
  const waypoints = versions.map((version) => `${version}:${"00".repeat(32)}`);
  const told = { ...(JSON.parse(new TextDecoder().decode(honest)) as object), waypoints };
  files.set(manifest, new TextEncoder().encode(JSON.stringify(told)));
  try {
    expect(versionsOf((await spoilt().endingsSince(versions[1]!, 1)).infos)).toEqual([versions[1]]);
    await expect(spoilt().endingsSince(0n, 1)).rejects.toMatchObject(refused);
  } finally {
    files.set(manifest, honest);
  }
});

test("reading ends in the middle when the client leaves before the first that is wanted", async () => {
  const versions = versionsOf((await new BackupEndings(storageOf(files).storage).endingsSince(0n, 100)).infos);
  expect(versions.length).toBeGreaterThan(3);
  const client = { aborted: false };
  const { endings, pieces } = piecesOf(() => {
    client.aborted = true;
  });
  expect(await endings.endingsSince(versions.at(-1)!, 5, client)).toEqual({ infos: [], more: true, latest: undefined });
  expect(pieces()).toBeLessThan(2);
});

test("the list of backups is read again after a minute, and after a failure", async () => {
  let now = 0;
  const { storage, lists } = storageOf(files);
  const endings = new BackupEndings(storage, () => now);
  await Promise.all([endings.endingsSince(0n, 1), endings.endingsSince(0n, 1)]);
  expect(lists()).toBe(1);
  now = 61_000;
  await endings.endingsSince(0n, 1);
  expect(lists()).toBe(2);

  const empty: BackupFiles = new Map();
  const failing = storageOf(empty);
  const later = new BackupEndings(failing.storage, () => now);
  await expect(later.endingsSince(0n, 1)).rejects.toThrow("nothing here");
  for (const [handle, bytes] of files) empty.set(handle, bytes);
  expect((await later.endingsSince(0n, 1)).infos).toHaveLength(1);
  expect(failing.lists()).toBe(2);
});
