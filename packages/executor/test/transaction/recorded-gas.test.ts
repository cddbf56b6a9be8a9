import { u64 } from "@ledger/bcs";
import {
  deriveGenesis,
  frameworkKey,
  GasScheduleV2,
  parseAddress,
  parseEntryFunctionId,
  parseTypeTag,
  type SignedTransaction,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { executeUserTransaction, Overlay } from "../../src/index.ts";

interface Recorded {
  readonly gas_used: string;
  readonly vm_status: string;
  readonly sender: string;
  readonly payload: {
    readonly function: string;
    readonly type_arguments: readonly string[];
    readonly arguments: readonly string[];
  };
  readonly events: readonly { readonly type: string; readonly data: Readonly<Record<string, string>> }[];
}

// The reference's own tests of March 2026, whose gas depends on the schedule only: calls of a module that does not exist. That of the July
// framework is the same but for bounds, which those tests have set otherwise.
describeVectors("execution/rest_goldens.json", () => {
  const { cases } = readVectorJson<{ cases: { readonly golden: string; readonly response: Recorded }[] }>(
    "execution/rest_goldens.json",
  );
  const failed = cases.filter(({ golden }) =>
    /failed_by_.*entry_function_(address|module_name|name|arguments|validation)$/.test(golden),
  );
  const recorded = failed.filter(({ response: { vm_status } }) => vm_status === "LINKER_ERROR");

  describeVectors("genesis/devnet.genesis.blob", () => {
    const { writes, chainId } = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
    const scheduleKey = frameworkKey("gas_schedule", "GasScheduleV2");

    async function stateOfTests(): Promise<Overlay> {
      const state = Overlay.of(writes);
      const { bytes, metadata } = (await state.get(scheduleKey))!;
      const schedule = GasScheduleV2.decode(bytes);
      const bounds: Readonly<Record<string, bigint>> = {
        "txn.min_price_per_gas_unit": 0n,
        "txn.maximum_number_of_gas_units": 1_000_000_000n,
      };
      const entries = schedule.entries.map(({ key, value }) => ({ key, value: bounds[key] ?? value }));
      state.write({ key: scheduleKey, value: GasScheduleV2.encode({ ...schedule, entries }), metadata });
      return state;
    }

    test("there are some of an account that exists, and of one that does not", () => {
      expect(new Set(recorded.map(({ response }) => response.gas_used))).toEqual(new Set(["28", "38"]));
    });

    test.each(recorded.map(({ golden, response }) => [golden, response] as const))("%s", async (_, response) => {
      const { address, module, name } = parseEntryFunctionId(response.payload.function);
      const transaction: SignedTransaction = {
        rawTxn: {
          sender: parseAddress(response.sender),
          sequenceNumber: 0n,
          payload: {
            kind: "EntryFunction",
            value: {
              module: { address, name: module },
              function: name,
              typeArgs: response.payload.type_arguments.map((text) => parseTypeTag(text)),
              args: response.payload.arguments.map(() => u64.encode(1n)),
            },
          },
          maxGasAmount: 1_000_000_000n,
          gasUnitPrice: 0n,
          expirationTimestampSecs: 60n,
          chainId,
        },
        authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } },
      };
      const state = await stateOfTests();
      const vm = new MoveVm({ natives: frameworkNatives });
      const environment = await vm.readEnvironment(state);
      const place = { isSimulation: true, transactionIndex: 1 };
      const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
      if (outcome.kind !== "kept") throw new Error(outcome.message);
      const statement = response.events.find(({ type }) => type.endsWith("::FeeStatement"))!.data;
      expect(outcome.gasUsed.toString()).toBe(response.gas_used);
      expect(outcome.feeStatement).toEqual({
        totalChargeGasUnits: BigInt(statement.total_charge_gas_units!),
        executionGasUnits: BigInt(statement.execution_gas_units!),
        ioGasUnits: BigInt(statement.io_gas_units!),
        storageFeeOctas: BigInt(statement.storage_fee_octas!),
        storageFeeRefundOctas: BigInt(statement.storage_fee_refund_octas!),
      });
    });
  });
});
