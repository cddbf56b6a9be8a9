import { u64 } from "@ledger/bcs";
import {
  encodeStateKey,
  frameworkKey,
  type LedgerRecord,
  mapKey,
  StateStorageUsage,
  stateWrites,
  type WriteOp,
  WriteSet,
  writesOf,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import {
  LedgerReplay,
  type RangeGrowth,
  type ReplayedLedger,
  type ReplayReport,
  UsageChain,
} from "../../src/replay/index.ts";
import type { StateUsage } from "../../src/state/overlay.ts";
import { forge, HeldLedger } from "../support/held-ledger.ts";
import { account, entry, LocalChain, testGenesis } from "../support/local-chain.ts";

const vm = new MoveVm({ natives: frameworkNatives });
const usageKey = frameworkKey("state_storage", "StateStorageUsage");

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  let chain: LocalChain;
  /** Versions whose record notes the usage of the state. */
  let noting: readonly bigint[];

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    chain = await LocalChain.start(undefined, ({ entries }) => ledger.addBlock(entries));
    for (let block = 0; block < 7; block++) {
      const to = account(`somebody ${block}`).address;
      const pay = entry("0x1::aptos_account::transfer", [to, u64.encode(1_000_000n)]);
      const end = entry("0x1::aptos_governance::force_end_epoch_test_only", []);
      await chain.block(await chain.sign(chain.core, block % 3 === 2 ? end : pay));
    }
    noting = ledger.records.filter((record) => noteOf(record) !== undefined).map(({ version }) => version);
  });

  function noteOf({ writeSet }: LedgerRecord): StateStorageUsage | undefined {
    const write = stateWrites(WriteSet.decode(writeSet)).find(({ key }) => mapKey(key) === mapKey(usageKey));
    return write?.value && StateStorageUsage.decode(write.value);
  }

  /** Replays ranges of so many versions, each by itself, as threads do. */
  async function replayApart(size: bigint, first = 0n): Promise<RangeGrowth[]> {
    const growths: RangeGrowth[] = [];
    for (let from = first; from <= ledger.version; from += size) {
      const end = from + size - 1n;
      const replay = new LedgerReplay({ ledger, vm, onGrowth: (growth) => growths.push(growth) });
      for await (const { version, outcome } of replay.run(from, end < ledger.version ? end : ledger.version)) {
        expect([version, outcome.kind]).toEqual([version, "equal"]);
      }
    }
    return growths;
  }

  function reportsOf(growths: readonly RangeGrowth[]): ReplayReport[] {
    const usages = new UsageChain();
    return growths.flatMap((growth) => usages.add(growth));
  }

  /** Does something while a record notes a byte more than there is. */
  async function withForged<T>(version: bigint, action: () => Promise<T>): Promise<T> {
    const honest = ledger.records[Number(version)]!;
    const note = noteOf(honest)!;
    const value = StateStorageUsage.encode({ ...note, bytes: note.bytes + 1n });
    const writes = [...writesOf(WriteSet.decode(honest.writeSet))].map(([key, op]): [typeof key, WriteOp] => {
      const isNote = mapKey(encodeStateKey(key)) === mapKey(usageKey);
      return [key, isNote ? { kind: "Modification", value } : op];
    });
    ledger.replace(forge(honest, { writeSet: { kind: "V0", value: new Map(writes) } }));
    return action().finally(() => ledger.replace(honest));
  }

  test.for([2n, 5n, 1_000n])(
    "ranges of %d versions that were replayed apart grow by what the state has",
    async (size) => {
      const growths = await replayApart(size);
      expect(reportsOf(growths)).toEqual([]);
      const grown = growths.map(({ growth }) => growth!);
      const sum = (member: "items" | "bytes"): bigint => grown.reduce((all, one) => all + one[member], 0n);
      expect({ items: sum("items"), bytes: sum("bytes") }).toEqual(chain.state.usage());
      // A range that begins with genesis counts for itself.
      const believed = growths.flatMap(({ believed: each }) => each.map(({ version }) => version));
      expect(believed.length > 0).toBe(size < 1_000n);
      expect(noting.length).toBeGreaterThan(2);
      for (const version of believed) expect(noting).toContain(version);
    },
  );

  test("a usage that a record makes up is found, at its version and at no other", async () => {
    // The first ones are in the range that begins with genesis.
    for (const version of noting.filter((one) => one > 1n)) {
      const reports = await withForged(version, async () => reportsOf(await replayApart(2n)));
      const note = noteOf(ledger.records[Number(version)]!)!;
      expect(reports).toMatchObject([
        {
          version: version.toString(),
          outcome: "different",
          differences: [
            {
              part: "write",
              item: expect.stringContaining("StateStorageUsage"),
              recorded: { items: `${note.items}`, bytes: `${note.bytes + 1n}` },
              executed: { items: `${note.items}`, bytes: `${note.bytes}` },
            },
          ],
        },
      ]);
    }
  });

  test("without genesis the first usage is believed, and those after it are not", async () => {
    const [first, second] = noting.filter((one) => one > 1n) as [bigint, bigint];
    const apart = async (): Promise<RangeGrowth[]> => replayApart(2n, first - 1n);
    expect(reportsOf(await apart())).toEqual([]);
    const reports = await withForged(second, async () => reportsOf(await apart()));
    expect(reports.map(({ version }) => version)).toEqual([second.toString()]);
  });

  test("what was not counted is not held against anything", async () => {
    const growths = await replayApart(2n);
    const gap = growths.findIndex(({ believed }) => believed.length > 0) - 1;
    const uncounted = growths.map((growth, index) => (index === gap ? { ...growth, growth: undefined } : growth));
    const missing = growths.filter((_, index) => index !== gap);
    for (const some of [uncounted, missing]) expect(reportsOf(some)).toEqual([]);
  });

  test("after state that is missing, counting begins again with what the next record says", async () => {
    const missing = noting.at(-2)!;
    const fault = new Error("pruned");
    const gappy: ReplayedLedger = {
      readBlockByVersion: (version) => ledger.readBlockByVersion(version),
      listRecords: (from, count) => ledger.listRecords(from, count),
      readState(version, key) {
        if (version === missing) throw fault;
        return ledger.readState(version, key);
      },
    };
    const growths: RangeGrowth[] = [];
    const usages = new Map<bigint, StateUsage>();
    const replay = new LedgerReplay({
      ...{ ledger: gappy, vm, usages },
      onGrowth: (growth) => growths.push(growth),
      unknownState: (error) => (error === fault ? fault.message : undefined),
    });
    const outcomes = new Set<string>();
    for await (const { outcome } of replay.run(noting.at(-3)!, ledger.version)) outcomes.add(outcome.kind);
    expect(outcomes).toEqual(new Set(["equal", "state_unknown"]));
    expect(usages.get(ledger.version)).toEqual(chain.state.usage());
    // What was missed is missing from the growth, so nothing is held against it.
    expect(growths.map(({ growth }) => growth)).toEqual([undefined]);
  });

  test("of a sample nothing is counted", async () => {
    const growths: RangeGrowth[] = [];
    const onGrowth = (growth: RangeGrowth): void => void growths.push(growth);
    const replay = new LedgerReplay({ ledger, vm, selects: () => false, onGrowth });
    for await (const { version } of replay.run(0n, ledger.version)) throw new Error(`${version} was replayed`);
    expect(growths).toEqual([{ from: 0n, to: ledger.version, growth: undefined, believed: [] }]);
  });
});
