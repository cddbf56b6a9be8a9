import { u64 } from "@ledger/bcs";
import { buildScript, type InstructionSpec } from "@ledger/move";
import {
  frameworkKey,
  GasScheduleV2,
  hashTransaction,
  type LedgerRecord,
  Transaction,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm, type WorkBound, type WorkBounds } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import { describeOutcome, LedgerReplay, type ReplayReport } from "../../src/replay/index.ts";
import { forge, HeldLedger } from "../support/held-ledger.ts";
import { account, entry, LocalChain, testGenesis } from "../support/local-chain.ts";

const alice = account("alice");
const scheduleKey = frameworkKey("gas_schedule", "GasScheduleV2");
/** As much as a gas schedule can say. */
const most = 2n ** 63n;

const wide: WorkBounds = { instructions: 1e12, memory: 1e12, time: 1e9 };

const append = {
  function: "0x1::vector::append",
  typeParams: [{}],
  params: ["&mut vector<T0>", "vector<T0>"],
} as const;

/** Scripts that have no end where their gas costs nothing. */
const scripts: Readonly<Record<string, readonly InstructionSpec[]>> = {
  loop: [["branch", 0]],
  // Bytes that are twice as many after each turn.
  doubling: [
    ["ld_u8", 7],
    ["vec_pack", "u8", 1],
    ["st_loc", 0],
    ["copy_loc", 0],
    ["st_loc", 1],
    ["mut_borrow_loc", 0],
    ["move_loc", 1],
    ["call_generic", "0x1::vector::append", "u8"],
    ["branch", 3],
  ],
};

function script(name: string): TransactionPayload {
  const code = buildScript({
    locals: name === "doubling" ? ["vector<u8>", "vector<u8>"] : [],
    code: scripts[name]!,
    imports: { functions: name === "doubling" ? [append] : [] },
  });
  return { kind: "Script", value: { code, typeArgs: [], args: [] } };
}

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  /** A transfer, whose transaction is replaced. */
  let version: bigint;
  let honest: LedgerRecord;
  let chain: LocalChain;

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    chain = await LocalChain.start(undefined, ({ entries }) => ledger.addBlock(entries));
    const pay = entry("0x1::aptos_account::transfer", [alice.address, u64.encode(10_000_000_000n)]);
    await chain.block(await chain.sign(chain.core, pay));
    makeCodeFree();
    version = ledger.version + 2n;
    await chain.block(await chain.sign(alice, entry("0x1::aptos_account::transfer", [alice.address, u64.encode(5n)])));
    honest = ledger.records[Number(version)]!;
  });

  /** What a stranger's state says: code costs nothing, and has no limit. */
  function makeCodeFree(): void {
    const item = ledger.readState(ledger.version, scheduleKey)!;
    const schedule = GasScheduleV2.decode(item.bytes);
    const entries = schedule.entries.map(({ key, value }) => {
      if (/^(instr|move_stdlib|aptos_framework|misc)\./.test(key)) return { key, value: 0n };
      return { key, value: /^txn\.(max_execution_gas|memory_quota)$/.test(key) ? most : value };
    });
    const value = GasScheduleV2.encode({ ...schedule, entries });
    ledger.write(ledger.version, { key: scheduleKey, value, metadata: item.metadata });
  }

  /** The outcome of a version whose record names another transaction. */
  async function reportOf(payload: TransactionPayload, bounds: WorkBounds, ended?: ReadonlyMap<bigint, WorkBound>) {
    const { rawTxn } = (Transaction.decode(honest.transaction) as Extract<Transaction, { kind: "UserTransaction" }>)
      .value;
    const value = await chain.sign(alice, payload, { ...rawTxn, payload });
    const transaction = { kind: "UserTransaction", value } as const;
    const transactionHash = hashTransaction(Transaction.encode(transaction));
    ledger.replace(forge(honest, { transaction, info: { transactionHash } }));
    const reports: ReplayReport[] = [];
    const vm = new MoveVm({ natives: frameworkNatives });
    const replay = new LedgerReplay({ ledger, vm, bounds, ended });
    for await (const { version: at, outcome, state } of replay.run(version, version)) {
      reports.push(await describeOutcome(at, outcome, state));
    }
    // Its neighbours have a budget of their own. How long they take depends on this machine.
    const others = { ended: new Map([[version, "time"]] as const), bounds: { ...bounds, time: wide.time } };
    for await (const { version: at, outcome } of new LedgerReplay({ ledger, vm, ...others }).run(
      version - 1n,
      version + 1n,
    )) {
      if (at !== version) expect([at, outcome.kind]).toEqual([at, "equal"]);
    }
    ledger.replace(honest);
    expect(reports).toHaveLength(1);
    return reports[0]!;
  }

  test.each([
    ["loop", { ...wide, instructions: 1e6 }, "instructions", "it goes beyond the bound of instructions, 1,000,000"],
    ["loop", { ...wide, time: 1 }, "time", "it goes beyond the bound of time, 1 ms"],
    ["doubling", { ...wide, memory: 2 ** 22 }, "memory", "it goes beyond the bound of memory, 4,194,304 bytes"],
  ] as const)(
    "of code without an end (%s) nothing is said but the bound that ended it: %j",
    async (name, bounds, bound, reason) => {
      expect(await reportOf(script(name), bounds)).toEqual({
        version: `${version}`,
        outcome: "not_executed",
        bound,
        reason,
      });
    },
  );

  test("what was ended from outside is not executed again", async () => {
    const report = await reportOf(script("loop"), wide, new Map([[version, "time"]]));
    expect(report).toMatchObject({ outcome: "not_executed", bound: "time" });
  });

  test("within its bounds code is judged as ever", async () => {
    const bounds = { instructions: 1e6, memory: 2 ** 22, time: 1e9 };
    const report = await reportOf(entry("0x1::aptos_account::nothing", []), bounds);
    expect(report.outcome).toBe("different");
  });
});
