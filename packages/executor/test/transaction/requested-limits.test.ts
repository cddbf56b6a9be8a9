import { u64 } from "@ledger/bcs";
import { buildScript } from "@ledger/move";
import {
  type Address,
  deriveGenesis,
  frameworkKey,
  GasScheduleV2,
  parseStructTag,
  resourceKey,
  type SignedTransaction,
  type TransactionPayload,
  type UserTxnLimitsRequest,
} from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { describe, expect, test } from "vitest";
import { coreResourcesAddress, executeUserTransaction, Overlay } from "../../src/index.ts";
import { entry } from "../support/local-chain.ts";

// The framework of July 2026 grants them to whoever pays, by the stake: twice the usual limits from 5,000,000 coins on.
describeVectors("genesis/devnet.genesis.blob", () => {
  const { writes, chainId, epochState } = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
  /** Owner of a stake pool, and its voter. */
  const staker = epochState.verifier.validatorInfos[0]!.address;
  const nobody = { kind: "NoAccountAuthenticator" } as const;
  const scheduleKey = frameworkKey("gas_schedule", "GasScheduleV2");
  const rounds = 3_000;

  /** Goes round some thousand times, which takes more than one gas unit for each of them. */
  const code = buildScript({
    locals: ["u64"],
    code: [
      ["ld_u64", 0],
      ["st_loc", 0],
      ["copy_loc", 0],
      ["ld_u64", rounds],
      ["lt"],
      ["br_true", 7],
      ["ret"],
      ["move_loc", 0],
      ["ld_u64", 1],
      ["add"],
      ["st_loc", 0],
      ["branch", 2],
    ],
  });

  interface Attempt {
    readonly payer?: Address;
    /** Octas in the stake pool. */
    readonly stake?: bigint;
    readonly kind?: "StakePoolOwner" | "DelegatedVoter";
    readonly bps?: bigint;
    readonly price?: bigint;
    /** Internal gas that execution may take. */
    readonly limit?: bigint;
  }

  async function outcomeOf({ payer = staker, stake = 10n ** 15n, kind = "StakePoolOwner", ...rest }: Attempt) {
    const { bps = 200n, price = 1_000n, limit = 9_200_000_000n } = rest;
    const state = Overlay.of(writes);
    const poolKey = resourceKey(staker, parseStructTag("0x1::stake::StakePool"));
    const pool = (await state.get(poolKey))!;
    // What is active comes first.
    const value = Uint8Array.of(...u64.encode(stake), ...pool.bytes.subarray(8));
    state.write({ key: poolKey, value, metadata: pool.metadata });
    const { bytes, metadata } = (await state.get(scheduleKey))!;
    const schedule = GasScheduleV2.decode(bytes);
    const entries = schedule.entries.map((each) =>
      each.key === "txn.max_execution_gas" ? { ...each, value: limit } : each,
    );
    state.write({ key: scheduleKey, value: GasScheduleV2.encode({ ...schedule, entries }), metadata });
    const multipliers = { kind: "V1", value: { executionBps: bps, ioBps: bps } } as const;
    const txnLimitsRequest: UserTxnLimitsRequest =
      kind === "StakePoolOwner"
        ? { kind, value: { multipliers } }
        : { kind, value: { poolAddress: staker, multipliers } };
    const config = { multisigAddress: undefined, replayProtectionNonce: undefined, txnLimitsRequest };
    const executable = { kind: "Script", value: { code, typeArgs: [], args: [] } } as const;
    const extraConfig = { kind: "V2", value: config } as const;
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const execute = (sequenceNumber: bigint, payload: TransactionPayload, feePayerAddress: Address) => {
      const terms = { maxGasAmount: 20_000n, gasUnitPrice: price, expirationTimestampSecs: 60n, chainId };
      const signers = { sender: nobody, secondarySignerAddresses: [], secondarySigners: [] };
      const transaction: SignedTransaction = {
        rawTxn: { sender: coreResourcesAddress, sequenceNumber, payload, ...terms },
        authenticator: { kind: "FeePayer", value: { ...signers, feePayerAddress, feePayerSigner: nobody } },
      };
      const place = { isSimulation: true, transactionIndex: 1 };
      return executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
    };
    // Who pays needs coins.
    const funding = await execute(
      0n,
      entry("0x1::aptos_account::transfer", [staker, u64.encode(10n ** 9n)]),
      coreResourcesAddress,
    );
    if (funding.kind !== "kept") throw new Error(`${funding.status}: ${funding.message}`);
    state.apply(funding.changeSet.changes);
    return execute(1n, { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } }, payer);
  }

  test.each<[string, Attempt]>([
    ["INVALID_HIGH_TXN_LIMITS_MULTIPLIER", { bps: 100n }],
    ["INVALID_HIGH_TXN_LIMITS_MULTIPLIER", { bps: 10_001n }],
    ["MULTIPLIER_NOT_AVAILABLE", { bps: 10_000n }],
    ["INSUFFICIENT_STAKE", { stake: 10n ** 14n }],
    ["NOT_STAKE_POOL_OWNER", { payer: coreResourcesAddress }],
    ["NOT_DELEGATED_VOTER", { payer: coreResourcesAddress, kind: "DelegatedVoter" }],
    ["HIGH_LIMIT_TXN_GAS_UNIT_PRICE_BELOW_MIN_BOUND", { price: 999n }],
  ])("is %s", async (status, attempt) => {
    expect(await outcomeOf(attempt)).toMatchObject({ kind: "discarded", status });
  });

  describe.each(["StakePoolOwner", "DelegatedVoter"] as const)("granted to a %s", (kind) => {
    test("multiplies what execution may take", async () => {
      const generous = await outcomeOf({ kind });
      if (generous.kind !== "kept") throw new Error(`${generous.status}: ${generous.message}`);
      expect(generous.status).toEqual({ kind: "Success" });
      // Internal gas: as much as was used, and a unit that rounding may have added.
      const used = generous.feeStatement.executionGasUnits * 1_000_000n;
      expect(await outcomeOf({ kind, limit: used / 2n })).toMatchObject({ status: { kind: "Success" } });
      // EXECUTION_LIMIT_REACHED
      expect(await outcomeOf({ kind, limit: used / 2n - 1_000_000n })).toMatchObject({
        status: { kind: "MiscellaneousError", value: 4030n },
      });
    });
  });
});
