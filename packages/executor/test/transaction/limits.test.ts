import { bytes, struct, u64, vector } from "@ledger/bcs";
import { buildScript } from "@ledger/move";
import { frameworkKey, GasScheduleV2, sha3_256, type TransactionPayload } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { beforeAll, describe, expect, test } from "vitest";
import { editChange, executeUserTransaction, Overlay } from "../../src/index.ts";
import { account, entry, LocalChain } from "../support/local-chain.ts";

const alice = account("alice");
const longestConstant = 60_000;
const scheduleKey = frameworkKey("gas_schedule", "GasScheduleV2");
const approvedKey = frameworkKey("aptos_governance", "ApprovedExecutionHashes");
const ApprovedExecutionHashes = struct("ApprovedExecutionHashes", {
  hashes: vector(struct("Element", { key: u64, value: bytes })),
});

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  beforeAll(async () => {
    chain = await LocalChain.start();
    await chain.block(
      await chain.sign(chain.core, entry("0x1::aptos_account::transfer", [alice.address, u64.encode(10n ** 11n)])),
    );
  });

  /** The state with other parameters of the schedule, as governance would set them. */
  async function setParameters(changed: Readonly<Record<string, bigint>>): Promise<void> {
    const schedule = GasScheduleV2.decode((await chain.state.get(scheduleKey))!.bytes);
    const entries = schedule.entries.map(({ key, value }) => ({ key, value: changed[key] ?? value }));
    const value = GasScheduleV2.encode({ ...schedule, entries });
    chain.edits = [(await editChange(chain.state, { key: scheduleKey, item: "resource", value }))!];
    await chain.block();
  }

  async function outcomeOf(payload: TransactionPayload) {
    const { entries, discarded } = await chain.block(await chain.sign(alice, payload));
    return discarded[0]?.reason.status ?? entries[1]!.output;
  }

  test("events that are too many with that of the fee fail the transaction, and the chain goes on", async () => {
    const payload = entry("0x1::aptos_account::transfer", [chain.core.address, u64.encode(1n)]);
    const before = await outcomeOf(payload);
    if (typeof before === "string") throw new Error(before);
    const sizes = before.events.map(({ value }) => value.data.length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    await setParameters({ "txn.max_bytes_all_events_per_transaction": BigInt(total - 1) });
    // STORAGE_WRITE_LIMIT_REACHED is an execution failure without a place.
    expect(await outcomeOf(payload)).toMatchObject({
      status: { kind: "ExecutionFailure", value: { location: { kind: "Script" }, function: 0, codeOffset: 0 } },
      events: [{ value: { typeTag: { value: { name: "FeeStatement" } } } }],
    });
    await setParameters({ "txn.max_bytes_all_events_per_transaction": BigInt(total) });
    expect(await outcomeOf(payload)).toMatchObject({ status: { kind: "Success" } });
  });

  test("a ledger without a gas schedule executes nothing", async () => {
    const state = new Overlay();
    const { vm } = await chain.executor.context();
    const environment = await vm.readEnvironment(state);
    const payload = entry("0x1::aptos_account::transfer", [chain.core.address, u64.encode(1n)]);
    const context = { vm, environment, usage: undefined };
    const place = { isSimulation: false, transactionIndex: 1 };
    const outcome = await executeUserTransaction(context, state, await chain.sign(alice, payload), place);
    expect(outcome).toMatchObject({ kind: "discarded", status: "VM_STARTUP_FAILURE", code: 2012 });
  });

  describe("a script that governance has approved", () => {
    /** Goes round a few times, which takes gas, and holds constants, which make it large. */
    function script(size: number, rounds = 0): TransactionPayload {
      const constants = Array.from({ length: Math.ceil(size / longestConstant) }, (_, index) =>
        new Uint8Array(Math.min(longestConstant, size - index * longestConstant)).fill(index),
      );
      const code = buildScript({
        locals: ["u64"],
        code: [
          ["ld_u64", 0],
          ["st_loc", 0],
          ["copy_loc", 0],
          ["ld_u64", rounds],
          ["lt"],
          ["br_false", 11],
          ["move_loc", 0],
          ["ld_u64", 1],
          ["add"],
          ["st_loc", 0],
          ["branch", 2],
          ...constants.flatMap((each) => [["ld_const", "vector<u8>", bytes.encode(each)], ["pop"]] as const),
          ["ret"],
        ],
      });
      return { kind: "Script", value: { code, typeArgs: [], args: [] } };
    }

    function approve(payload: TransactionPayload): void {
      if (payload.kind !== "Script") throw new Error("no script");
      const hashes = [{ key: 1n, value: sha3_256(payload.value.code) }];
      const value = ApprovedExecutionHashes.encode({ hashes });
      chain.state.write({ key: approvedKey, value, metadata: undefined });
    }

    test("may be larger than others, but not more than its own limit", async () => {
      const large = script(100_000);
      expect(await outcomeOf(large)).toBe("EXCEEDED_MAX_TRANSACTION_SIZE");
      approve(large);
      expect(await outcomeOf(large)).toMatchObject({ status: { kind: "Success" } });
      const tooLarge = script(1_050_000);
      approve(tooLarge);
      expect(await outcomeOf(tooLarge)).toBe("EXCEEDED_MAX_TRANSACTION_SIZE");
    });

    test("has limits of its own for gas", async () => {
      const working = script(1, 10_000);
      approve(script(2));
      await setParameters({ "txn.max_execution_gas": 10_000_000n, "txn.max_execution_gas.gov": 4_000_000_000n });
      // EXECUTION_LIMIT_REACHED
      expect(await outcomeOf(working)).toMatchObject({ status: { kind: "MiscellaneousError", value: 4030n } });
      approve(working);
      expect(await outcomeOf(working)).toMatchObject({ status: { kind: "Success" } });
    });
  });
});
