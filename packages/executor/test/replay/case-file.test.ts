import { u64, uleb128 } from "@ledger/bcs";
import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import type { Address } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import { maxCaseItems } from "../../src/replay/case-file.ts";
import {
  CaseError,
  CaseLedger,
  CaseRecorder,
  decodeCase,
  encodeCase,
  LedgerReplay,
  maxCaseBytes,
  type ReplayCase,
  type ReplayedLedger,
} from "../../src/replay/index.ts";
import { HeldLedger } from "../support/held-ledger.ts";
import { account, entry, LocalChain, testGenesis } from "../support/local-chain.ts";

const alice = account("alice");
const bob = account("bob");

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  let recorded: ReplayCase;
  /** The transfer of the second block that has one. */
  let transfer: bigint;

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    const chain = await LocalChain.start(undefined, ({ entries }) => ledger.addBlock(entries));
    const pay = (to: Address, amount: bigint) => entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
    await chain.block(await chain.sign(chain.core, pay(alice.address, 10_000_000_000n)));
    await chain.block(await chain.sign(alice, pay(bob.address, 5n)));
    transfer = ledger.version - 1n;
    await chain.block(await chain.sign(alice, pay(bob.address, 5n)));
    recorded = await recordCase(transfer, ledger.version);
  });

  async function recordCase(from: bigint, to: bigint): Promise<ReplayCase> {
    const recorder = new CaseRecorder(ledger);
    await outcomesOf(recorder, from, to);
    return recorder.finish(4, from, to);
  }

  /** The outcomes of a range, found by a machine that knows nothing yet. */
  async function outcomesOf(of: ReplayedLedger, from: bigint, to: bigint): Promise<string[]> {
    const unknownState = (error: unknown) => (error instanceof CaseError ? error.code : undefined);
    const replay = new LedgerReplay({ ledger: of, vm: new MoveVm({ natives: frameworkNatives }), unknownState });
    const outcomes: string[] = [];
    for await (const { version, outcome } of replay.run(from, to)) outcomes.push(`${version} ${outcome.kind}`);
    return outcomes;
  }

  test("versions that are recorded come out the same without their ledger, from the bytes of a file", async () => {
    const read = decodeCase(encodeCase(recorded));
    expect(read).toEqual(recorded);
    const { from, to } = read;
    const outcomes = await outcomesOf(new CaseLedger(read), from, to);
    expect(outcomes).toEqual(ledger.records.slice(Number(from)).map(({ version }) => `${version} equal`));
    // Genesis is no part of it: of what it wrote only what was read is.
    expect(read.records[0]!.version).toBeGreaterThan(1n);
    expect(read.reads.length).toBeGreaterThan(10);
    expect(read.reads.some(({ item }) => item === undefined)).toBe(true);
  });

  test("a case of genesis has no state before it", async () => {
    const { from, to, ...rest } = await recordCase(0n, 0n);
    expect(await outcomesOf(new CaseLedger({ from, to, ...rest }), from, to)).toEqual(["0 equal"]);
  });

  test("what a case does not hold is unknown, and no difference", async () => {
    const without = { ...recorded, reads: recorded.reads.slice(0, -1) };
    const outcomes = await outcomesOf(new CaseLedger(without), recorded.from, recorded.to);
    expect(outcomes.some((outcome) => outcome.endsWith("state_unknown"))).toBe(true);
    expect(outcomes.some((outcome) => outcome.endsWith("different"))).toBe(false);
  });

  test("bytes that are no case are refused", () => {
    const bytes = encodeCase({ ...recorded, reads: [] });
    const refuse = (file: Uint8Array) => expect(() => decodeCase(file));
    refuse(new Uint8Array()).toThrow(expect.objectContaining({ code: "malformed_case" }));
    refuse(bytes.subarray(0, -1)).toThrow(expect.objectContaining({ code: "malformed_case" }));
    refuse(Uint8Array.of(...bytes, 0)).toThrow(expect.objectContaining({ code: "malformed_case" }));
    refuse({ length: maxCaseBytes + 1 } as Uint8Array).toThrow(expect.objectContaining({ code: "case_too_large" }));
    const [first, second, ...others] = recorded.records;
    for (const records of [
      [],
      [first!, ...others],
      [second!, ...others],
      [first!, second!],
      [{ ...first!, info: Uint8Array.of(1) }, second!, ...others],
    ]) {
      refuse(encodeCase({ ...recorded, records })).toThrow(expect.objectContaining({ code: "malformed_case" }));
    }
  });

  test("a case says how many items it has before they are read", () => {
    const empty = encodeCase({ ...recorded, reads: [] });
    // In the smallest form, and more of them than memory would hold as values.
    const many = new Uint8Array(empty.length + 4 + 10 * maxCaseItems + 20);
    many.set(empty.subarray(0, -1));
    many.set(uleb128.encode(maxCaseItems + 1), empty.length - 1);
    expect(() => decodeCase(many)).toThrow(expect.objectContaining({ code: "case_too_large" }));
    const read = { version: 1n, key: new Uint8Array(), item: undefined };
    const reads = new Array<typeof read>(maxCaseItems + 1).fill(read);
    expect(() => encodeCase({ ...recorded, reads })).toThrow(expect.objectContaining({ code: "case_too_large" }));
  });

  test("a part of a record that no ledger has is refused before it is taken apart", () => {
    const [first, ...others] = recorded.records;
    const records = [{ ...first!, events: new Uint8Array(33 * 2 ** 20) }, ...others];
    expect(() => decodeCase(encodeCase({ ...recorded, records }))).toThrow(
      expect.objectContaining({ code: "case_too_large" }),
    );
  });

  const run = { seed: 20_261_123, count: 8 };
  randomTest("a case with changed bytes is refused, or executed to an end", run, async ({ seed, count }) => {
    const random = new Random(seed);
    const bytes = encodeCase(recorded);
    // The code that was read is most of the file, and not where a reader goes wrong.
    const near = encodeCase({ ...recorded, reads: [] }).length;
    for (let index = 0; index < count; index++) {
      const at = random.below(random.once(2) ? near : bytes.length);
      const changed = bytes.with(at, bytes[at]! ^ (1 << random.below(8)));
      let value: ReplayCase;
      try {
        value = decodeCase(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(CaseError);
        continue;
      }
      const last = value.from + 10n < value.to ? value.from + 10n : value.to;
      for (const outcome of await outcomesOf(new CaseLedger(value), value.from, last)) {
        expect(outcome).toMatch(/^\d+ (equal|different|state_unknown|not_reproducible)$/);
      }
    }
  });
});
