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
    const stored = state.read(v1Key)!;
    const changed: Readonly<Record<string, bigint>> = {
      "txn.gas_unit_scaling_factor": 1n,
      "txn.maximum_number_of_gas_units": 10n ** 12n,
    };
    const entries = GasScheduleV1.decode(stored.value).entries.map(({ key, value }) => ({
      key,
      value: changed[key] ?? value,
    }));
    if (featureVersion === 0n) state.put(v1Key, { ...stored, value: GasScheduleV1.encode({ entries }) });
    else state.put(v2Key, { ...stored, value: GasScheduleV2.encode({ featureVersion, entries }) });
    // Without it reads are priced alike in both versions.
    state.put(frameworkKey("storage_gas", "StorageGas"), undefined);
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment((key) => state.read(key)?.value);
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
    const item = state.read(account)!;
    const key = authenticationKey(authenticator);
    state.put(account, { ...item, value: new Uint8Array([32, ...key!, ...item.value.subarray(33)]) });
    const place = { isSimulation: false, isVerified: true, transactionIndex: 1 };
    const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
    if (outcome.kind !== "kept") throw new Error(outcome.message);
    expect(outcome.status).toEqual({ kind: "Success" });
    return outcome.gasUsed;
  }

  test("what the prologue has loaded is paid from version 1 on", async () => {
    const state = genesisState("testnet");
    const entries = new Map(
      GasScheduleV1.decode(state.read(v1Key)!.value).entries.map(({ key, value }) => [key, value]),
    );
    const store = state.read(resourceKey(coreResourcesAddress, parseStructTag(`0x1::coin::CoinStore<${coin}>`)))!;
    const load =
      entries.get("txn.load_data.base")! + entries.get("txn.load_data.per_byte")! * BigInt(store.value.length);
    // Of what the prologue reads, the payload reads the sender's coins.
    expect((await gasAt(1n)) - (await gasAt(0n))).toBe(load);
  });
});
