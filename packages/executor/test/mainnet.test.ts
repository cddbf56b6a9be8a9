import {
  bytesToHex,
  ContractEvent,
  functionIdOf,
  hashSession,
  hexToBytes,
  type SignedTransaction,
  Transaction,
  WriteSet,
} from "@ledger/types";
import { describeVectors, readVectorJson, readVectorText } from "@ledger/vectors";
import { callEntryFunction, LedgerGasMeter, MoveVm, voidContext } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { encodeOutput, outputOf } from "../src/block/output.ts";
import { transactionParts } from "../src/context/transaction-parts.ts";
import { executeUserTransaction, type Overlay } from "../src/index.ts";
import { ExecutorSession } from "../src/session/executor-session.ts";
import { runPayload } from "../src/transaction/run-payload.ts";
import { genesisState } from "./support/genesis-state.ts";

type PreState = readonly (readonly [key: string, value: string, label?: string])[];

function overlaid(pre_state: PreState): Overlay {
  const state = genesisState("mainnet");
  for (const [key, value] of pre_state) {
    state.write({ key: hexToBytes(key), value: hexToBytes(value), metadata: undefined });
  }
  return state;
}

function signed(transaction: string): SignedTransaction {
  const decoded = Transaction.decode(hexToBytes(transaction));
  if (decoded.kind !== "UserTransaction") throw new Error("not a user transaction");
  return decoded.value;
}

describeVectors("mainnet 685", () => {
  interface Case {
    readonly transaction: string;
    readonly pre_state: PreState;
    readonly gas_used: number;
    readonly write_set: string;
    readonly events: readonly string[];
  }
  const expected = readVectorJson<Case>("execution/mainnet_685.json");

  test("executed whole: gas, write set, events", async () => {
    const state = overlaid(expected.pre_state);
    const vm = new MoveVm({ natives: frameworkNatives });
    const context = { vm, environment: await vm.readEnvironment(state), usage: undefined };
    const place = { isSimulation: false, transactionIndex: 0 };
    const outcome = await executeUserTransaction(context, state, signed(expected.transaction), place);
    expect(outcome).toMatchObject({ kind: "kept", status: { kind: "Success" } });
    if (outcome.kind !== "kept") return;
    const output = outputOf(outcome.changeSet, outcome);
    expect(Number(output.gasUsed)).toBe(expected.gas_used);
    expect(output.events.map((event) => bytesToHex(ContractEvent.encode(event)))).toEqual(expected.events);
    expect(bytesToHex(WriteSet.encode(output.writeSet))).toBe(expected.write_set);
    expect(bytesToHex(encodeOutput(output).writeSet)).toBe(expected.write_set);
  });
});

describeVectors("execution/mainnet_685.trace.txt", () => {
  test("the payload runs the instructions that another interpreter ran, at the same gas", async () => {
    const { transaction, pre_state } = readVectorJson<{ transaction: string; pre_state: PreState }>(
      "execution/mainnet_685.json",
    );
    const state = overlaid(pre_state);
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const { sender, executable, rawSize, maxGasAmount } = transactionParts(signed(transaction));
    if (executable?.kind !== "EntryFunction") throw new Error("not the transaction that the trace is of");
    const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: Number(maxGasAmount) });
    meter.chargeIntrinsic({ transactionSize: rawSize });
    const executed: string[] = [];
    const session = vm.createSession({
      environment,
      state,
      meter,
      context: voidContext,
      tracer: {
        enter: () => undefined,
        leave: () => undefined,
        segment({ module, name }, start, end) {
          for (let offset = start; offset < end; offset++) executed.push(`${module?.name.name} ${name} ${offset}`);
        },
      },
    });
    const { typeArgs, args } = executable.value;
    const outcome = await callEntryFunction(session, functionIdOf(executable.value), {
      typeArgs,
      args,
      senders: [sender.address],
    });
    expect(outcome.kind).toBe("returned");
    const lines = readVectorText("execution/mainnet_685.trace.txt").split("\n");
    // Nothing is charged in the epilogue, which the trace goes on with.
    const expected = lines.flatMap((line) => {
      const [, where, gas] = /^ +(\S+ \S+ \d+) .* (\d+)$/.exec(line) ?? [];
      return where !== undefined && gas !== "0" ? [where] : [];
    });
    expect(expected.length).toBe(73);
    expect(executed).toEqual(expected);
    expect(meter.executionGas + meter.ioGas).toBe(5_733_940 - 600_000);
  });
});

describeVectors("mainnet payloads of October 2022", () => {
  interface Case {
    readonly version: number;
    readonly transaction: string;
    readonly pre_state: PreState;
    readonly payload_write_set: readonly (readonly [kind: string, key: string, value: string | null, label: string])[];
    readonly payload_events: readonly { readonly sequence_number: number; readonly data: string }[];
  }
  const { cases } = readVectorJson<{ readonly cases: readonly Case[] }>("execution/mainnet_10m.json");

  test.for(cases)("version $version", async ({ transaction, pre_state, payload_write_set, payload_events }) => {
    const state = overlaid(pre_state);
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const context = { vm, environment, usage: undefined };
    const parts = transactionParts(signed(transaction));
    const session = new ExecutorSession(context, {
      state,
      identity: {
        sessionHash: hashSession({ kind: "Void" }),
        scriptHash: new Uint8Array(),
        sessionNumber: 5,
        user: undefined,
        unbiasable: false,
        storageUsage: undefined,
      },
      meter: new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: Number(parts.maxGasAmount) }),
    });
    await runPayload(session, parts);
    const changes = await session.finish();
    const writes = [...changes.changes].map(({ kind, key, value }) => [kind, bytesToHex(key), bytesToHex(value)]);
    expect(writes.sort(byKey)).toEqual(
      payload_write_set.map(([kind, key, value]) => [kind, key, value ?? ""]).sort(byKey),
    );
    const data = changes.events.map(({ value }) => bytesToHex(value.data));
    expect(data).toEqual(payload_events.map((event) => event.data));
  });
});

function byKey([, a]: readonly (string | undefined)[], [, b]: readonly (string | undefined)[]): number {
  return a! < b! ? -1 : 1;
}
