import { u64 } from "@ledger/bcs";
import {
  authenticationKey,
  frameworkKey,
  GasScheduleV1,
  GasScheduleV2,
  parseAddress,
  parseStructTag,
  resourceKey,
  type SignedTransaction,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { coreResourcesAddress, executeUserTransaction } from "../../src/index.ts";
import { genesisState } from "../support/genesis-state.ts";

const authenticator = {
  kind: "Ed25519",
  value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) },
} as const;
const coin = "0x1::aptos_coin::AptosCoin";
const v1Key = frameworkKey("gas_schedule", "GasSchedule");
const v2Key = frameworkKey("gas_schedule", "GasScheduleV2");

// At gas feature version 0 the payload goes on in the session of the prologue; later it pays for what the prologue has loaded.
describeVectors("genesis/testnet.genesis.blob", () => {
  /** Internal gas of a payment, where a gas unit is one unit of internal gas. */
  async function gasAt(featureVersion: 0n | 1n): Promise<bigint> {
    const state = genesisState("testnet");
    const { bytes, metadata } = (await state.get(v1Key))!;
    const changed: Readonly<Record<string, bigint>> = {
      "txn.gas_unit_scaling_factor": 1n,
      "txn.maximum_number_of_gas_units": 10n ** 12n,
    };
    const entries = GasScheduleV1.decode(bytes).entries.map(({ key, value }) => ({
      key,
      value: changed[key] ?? value,
    }));
    if (featureVersion === 0n) state.write({ key: v1Key, value: GasScheduleV1.encode({ entries }), metadata });
    else state.write({ key: v2Key, value: GasScheduleV2.encode({ featureVersion, entries }), metadata });
    // Without it reads are priced alike in both versions.
    state.write({ key: frameworkKey("storage_gas", "StorageGas"), value: undefined, metadata: undefined });
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const payload: SignedTransaction["rawTxn"]["payload"] = {
      kind: "EntryFunction",
      value: {
        module: { address: parseAddress("0x1"), name: "coin" },
        function: "transfer",
        typeArgs: [{ kind: "Struct", value: parseStructTag(coin) }],
        args: [coreResourcesAddress, u64.encode(1n)],
      },
    };
    const transaction: SignedTransaction = {
      rawTxn: {
        sender: coreResourcesAddress,
        sequenceNumber: 0n,
        payload,
        maxGasAmount: 10n ** 11n,
        gasUnitPrice: 1n,
        expirationTimestampSecs: 60n,
        chainId: 2,
      },
      authenticator,
    };
    // Whoever signs it: the account has another key, which the state says.
    const account = resourceKey(coreResourcesAddress, parseStructTag("0x1::account::Account"));
    const item = (await state.get(account))!;
    const key = authenticationKey(authenticator);
    const value = Uint8Array.of(32, ...key!, ...item.bytes.subarray(33));
    state.write({ key: account, value, metadata: item.metadata });
    const place = { isSimulation: false, isVerified: true, transactionIndex: 1 };
    const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
    if (outcome.kind !== "kept") throw new Error(outcome.message);
    expect(outcome.status).toEqual({ kind: "Success" });
    return outcome.gasUsed;
  }

  test("what the prologue has loaded is paid from version 1 on", async () => {
    const state = genesisState("testnet");
    const entries = new Map(
      GasScheduleV1.decode((await state.get(v1Key))!.bytes).entries.map(({ key, value }) => [key, value]),
    );
    const store = await state.get(resourceKey(coreResourcesAddress, parseStructTag(`0x1::coin::CoinStore<${coin}>`)));
    const load =
      entries.get("txn.load_data.base")! + entries.get("txn.load_data.per_byte")! * BigInt(store!.bytes.length);
    // Of what the prologue reads, the payload reads the sender's coins.
    expect((await gasAt(1n)) - (await gasAt(0n))).toBe(load);
  });
});
