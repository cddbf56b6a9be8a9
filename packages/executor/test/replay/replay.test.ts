import { u64 } from "@ledger/bcs";
import {
  type Address,
  addressesEqual,
  type BlockMetadata,
  bytesEqual,
  type ContractEvent,
  ContractEvents,
  encodeStateKey,
  formatTypeTag,
  frameworkKey,
  type HashValue,
  type LedgerRecord,
  orderlessSequenceNumber,
  Transaction,
  TransactionInfo,
  type TransactionPayload,
  type WriteOp,
  WriteSet,
  writesOf,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm, type NativeTable } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, describe, expect, test } from "vitest";
import type { Difference } from "../../src/replay/index.ts";
import { describeOutcome, LedgerReplay, type LedgerReplayOptions, type ReplayOutcome } from "../../src/replay/index.ts";
import { counterModule, publish } from "../support/counter-package.ts";
import { type ForgedParts, forge, HeldLedger } from "../support/held-ledger.ts";
import { account, entry, LocalChain, testGenesis } from "../support/local-chain.ts";

const alice = account("alice");
const bob = account("bob");
const vm = new MoveVm({ natives: frameworkNatives });

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  /** The versions of what the tests look at, by name. */
  const versions = new Map<string, bigint>();

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    const chain = await LocalChain.start(undefined, ({ entries }) => ledger.addBlock(entries));
    const say = async (name: string, sender: typeof alice, payload: TransactionPayload, overrides = {}) => {
      versions.set(name, ledger.version + 2n);
      const { discarded } = await chain.block(await chain.sign(sender, payload, overrides));
      expect(discarded).toEqual([]);
    };
    const pay = (to: Address, amount: bigint) => entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
    await say("mint", chain.core, pay(alice.address, 10_000_000_000n));
    await say("account", chain.core, pay(bob.address, 10_000_000_000n));
    await say("transfer", alice, pay(bob.address, 5n), { gasUnitPrice: 200n });
    await say("abort", alice, pay(bob.address, 100_000_000_000n));
    await say("no gas", alice, pay(account("late").address, 5n), { maxGasAmount: 20n });
    await say("missing", alice, entry("0x1::aptos_account::nothing", []));
    const extraConfig = { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: 7n } } as const;
    const executable = pay(bob.address, 1n) as Extract<TransactionPayload, { kind: "EntryFunction" }>;
    const orderless = { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } } as const;
    await say("orderless", alice, orderless, { sequenceNumber: orderlessSequenceNumber });
    await say("publish", alice, publish(counterModule(alice.address, 1)));
    chain.seed = new Uint8Array(32).fill(7);
    await say("upgrade", alice, publish(counterModule(alice.address, 5)));
    await say("call", bob, entry(`${formatted(alice.address)}::counter::bump`, []));
    await say("epoch", chain.core, entry("0x1::aptos_governance::force_end_epoch_test_only", []));
    await say("after", alice, pay(bob.address, 5n));
    chain.timestampUsecs += 7_300_000_000n;
    // Time ends the epoch.
    await chain.block();
    await say("last", alice, pay(bob.address, 5n));
  });

  async function replayed(
    from = 0n,
    to = ledger.version,
    options: Partial<LedgerReplayOptions> = {},
  ): Promise<Map<bigint, ReplayOutcome>> {
    const outcomes = new Map<bigint, ReplayOutcome>();
    const replay = new LedgerReplay({ ledger, vm, ...options });
    for await (const { version, outcome } of replay.run(from, to)) outcomes.set(version, outcome);
    return outcomes;
  }

  /** The outcome of one version, and those of its neighbours, when a record has other parts. */
  async function withForged(
    version: bigint,
    change: (record: LedgerRecord) => ForgedParts,
  ): Promise<readonly Difference[]> {
    const honest = ledger.records[Number(version)]!;
    ledger.replace(forge(honest, change(honest)));
    try {
      const outcome = (await replayed(version, version)).get(version);
      return outcome?.kind === "different" ? outcome.differences : [];
    } finally {
      ledger.replace(honest);
    }
  }

  test("every record of a chain is what execution makes of it", async () => {
    const outcomes = await replayed();
    expect(outcomes.size).toBe(ledger.records.length);
    expect(new Set([...outcomes.values()].map(({ kind }) => kind))).toEqual(new Set(["equal"]));
    const kinds = ledger.records.map(({ transaction }) => Transaction.decode(transaction).kind);
    expect(new Set(kinds)).toEqual(
      new Set(["GenesisTransaction", "BlockMetadata", "BlockMetadataExt", "UserTransaction", "BlockEpilogue"]),
    );
    const statuses = ledger.records.map(({ info }) => TransactionInfo.decode(info).value.status.kind);
    expect(new Set(statuses)).toEqual(new Set(["Success", "MoveAbort", "OutOfGas", "MiscellaneousError"]));
  });

  test("a single version of the middle is, too, with the rules and the fees of its block", async () => {
    for (const record of ledger.records) {
      expect(await replayed(record.version, record.version)).toEqual(new Map([[record.version, { kind: "equal" }]]));
    }
  });

  describe("a lie is found, and reported as what it is:", () => {
    test("a byte of a value", async () => {
      const version = versions.get("transfer")!;
      const [difference, ...others] = await withForged(version, ({ writeSet }) => ({
        writeSet: changedWrite(writeSet, (op) => ({ ...op, value: "value" in op ? richer(op.value) : op })) as WriteSet,
      }));
      expect(others).toEqual([]);
      expect(difference).toMatchObject({ part: "write" });
    });

    test("a write that is left out, and one that is added", async () => {
      const version = versions.get("transfer")!;
      const key = frameworkKey("chain_id", "ChainId");
      const leaveOut = ({ writeSet }: LedgerRecord) => {
        const [, ...writes] = [...writesOf(WriteSet.decode(writeSet))];
        return { writeSet: { kind: "V0", value: new Map(writes) } as WriteSet };
      };
      expect(await withForged(version, leaveOut)).toMatchObject([{ part: "write", recorded: undefined }]);
      const foreign = [...writesOf(WriteSet.decode(ledger.records[0]!.writeSet))].find(([name]) =>
        bytesEqual(encodeStateKey(name), key),
      )!;
      const add = ({ writeSet }: LedgerRecord) => ({
        writeSet: { kind: "V0", value: new Map([...writesOf(WriteSet.decode(writeSet)), foreign]) } as WriteSet,
      });
      expect(await withForged(version, add)).toMatchObject([{ part: "write", executed: undefined }]);
    });

    test("gas, with what the statement of fees says of it", async () => {
      const version = versions.get("transfer")!;
      const [difference, ...others] = await withForged(version, ({ info }) => ({
        info: { gasUsed: TransactionInfo.decode(info).value.gasUsed - 1n },
      }));
      expect(others).toEqual([]);
      expect(difference).toMatchObject({ part: "gas", recorded: { parts: { storageFeeOctas: 49_160n } } });
    });

    test("a status, also by the words of an abort alone", async () => {
      const version = versions.get("abort")!;
      const success = await withForged(version, () => ({ info: { status: { kind: "Success" } } }));
      expect(success).toMatchObject([{ part: "status", executed: { kind: "MoveAbort" } }]);
      const { status } = TransactionInfo.decode(ledger.records[Number(version)]!.info).value;
      if (status.kind !== "MoveAbort") throw new Error("the transaction did not abort");
      const info = { reasonName: "E", description: "another description" };
      const reworded = await withForged(version, () => ({
        info: { status: { kind: "MoveAbort", value: { ...status.value, info } } },
      }));
      expect(reworded).toMatchObject([{ part: "status", recorded: { value: { info } } }]);
    });

    test("an event, by its place", async () => {
      const version = versions.get("transfer")!;
      const differences = await withForged(version, ({ events }) => ({
        events: ContractEvents.decode(events).map((event, index) => (index === 1 ? changedEvent(event) : event)),
      }));
      expect(differences).toMatchObject([{ part: "event", index: 1 }]);
      const shorter = await withForged(version, ({ events }) => ({
        events: ContractEvents.decode(events).slice(0, -1),
      }));
      // Without its statement of fees nothing says how the gas was used.
      expect(shorter).toMatchObject([
        { part: "gas", recorded: { parts: undefined } },
        { part: "event", recorded: undefined },
      ]);
      expect(formatTypeTag((shorter[1] as { executed: ContractEvent }).executed.value.typeTag)).toBe(
        "0x1::transaction_fee::FeeStatement",
      );
    });

    test("the hash of a transaction's place in its block", async () => {
      const version = versions.get("transfer")!;
      const { auxiliaryInfoHash: executed } = TransactionInfo.decode(ledger.records[Number(version)]!.info).value;
      for (const recorded of [new Uint8Array(32).fill(7) as HashValue, undefined]) {
        const differences = await withForged(version, () => ({ info: { auxiliaryInfoHash: recorded } }));
        expect(differences).toEqual([{ part: "auxiliary_info", recorded, executed }]);
      }
    });

    test("a transaction that its sender did not sign", async () => {
      const version = versions.get("transfer")!;
      const differences = await withForged(version, ({ transaction }) => {
        const decoded = Transaction.decode(transaction);
        if (decoded.kind !== "UserTransaction") throw new Error("no user's transaction");
        const { rawTxn, authenticator } = decoded.value;
        return {
          transaction: { kind: "UserTransaction", value: { rawTxn: { ...rawTxn, maxGasAmount: 3n }, authenticator } },
        };
      });
      expect(differences).toMatchObject([{ part: "refused", executed: { status: "INVALID_SIGNATURE" } }]);
    });

    test.each<[string, Partial<BlockMetadata>]>([
      ["a time that goes back", { timestampUsecs: 1n }],
      ["a proposer who is no validator", { proposer: alice.address }],
    ])("%s", async (_, change) => {
      const version = versions.get("transfer")! - 1n;
      const differences = await withForged(version, ({ transaction }) => {
        const decoded = Transaction.decode(transaction);
        if (decoded.kind !== "BlockMetadata") throw new Error("no metadata");
        return { transaction: { kind: "BlockMetadata", value: { ...decoded.value, ...change } } };
      });
      expect(differences).toMatchObject([{ part: "refused" }]);
    });

    test("fees that no one paid", async () => {
      const version = versions.get("transfer")! + 1n;
      const differences = await withForged(version, ({ transaction }) => {
        const decoded = Transaction.decode(transaction);
        if (decoded.kind !== "BlockEpilogue" || decoded.value.kind !== "V1") throw new Error("no epilogue");
        const { value } = decoded.value;
        const feeDistribution = { kind: "V0", value: { amount: new Map([[0n, 1_000_000n]]) } } as const;
        return { transaction: { kind: "BlockEpilogue", value: { kind: "V1", value: { ...value, feeDistribution } } } };
      });
      // Of 253 gas units 246 are storage; of the price of 200 octas 90 are burned.
      expect(TransactionInfo.decode(ledger.records[Number(version) - 1]!.info).value.gasUsed).toBe(253n);
      expect(differences[0]).toEqual({
        part: "fees",
        recorded: new Map([[0n, 1_000_000n]]),
        executed: new Map([[0n, (253n - 246n) * 110n]]),
      });
    });
  });

  test("a difference does not spread: the next records are equal", async () => {
    const version = versions.get("transfer")!;
    const honest = ledger.records[Number(version)]!;
    ledger.replace(forge(honest, { info: { gasUsed: 1n } }));
    const outcomes = await replayed(version - 1n, version + 2n);
    const fees = await replayed(version + 1n, version + 1n);
    ledger.replace(honest);
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(["equal", "different", "equal", "equal"]);
    // Of the fees of its block nothing is believed that was not executed.
    expect([...fees.values()]).toEqual([{ kind: "equal" }]);
  });

  test("a mistake in a native is found by what it makes of the chain", async () => {
    const name = "0x1::bcs::to_bytes";
    const natives: NativeTable = new Map([...frameworkNatives].filter(([id]) => id !== name));
    const outcomes = await replayed(0n, 6n, { vm: new MoveVm({ natives }) });
    expect([...outcomes.values()].some(({ kind }) => kind === "different")).toBe(true);
  });

  test("versions that are known to differ, or not wanted, are not executed", async () => {
    const version = versions.get("transfer")!;
    const divergences = [{ from: version, to: version, reason: "an old fault" }];
    const selects = (at: bigint): boolean => at % 2n === version % 2n;
    const outcomes = await replayed(version - 3n, version + 3n, { divergences, selects });
    expect([...outcomes]).toEqual([
      [version - 2n, { kind: "equal" }],
      [version, { kind: "not_reproducible", reason: "an old fault" }],
      [version + 2n, { kind: "equal" }],
    ]);
  });

  test("state that is not known is said to be", async () => {
    const version = versions.get("call")!;
    const lost = new Error("lost");
    const partial = {
      listRecords: ledger.listRecords.bind(ledger),
      readBlockByVersion: ledger.readBlockByVersion.bind(ledger),
      readState(at: bigint, key: Uint8Array) {
        if (addressesEqual(key.subarray(1, 33) as Address, alice.address)) throw lost;
        return ledger.readState(at, key);
      },
    };
    const options = { ledger: partial, unknownState: (error: unknown) => (error === lost ? "gone" : undefined) };
    const outcomes = await replayed(version - 1n, version + 1n, options);
    expect([...outcomes.values()]).toEqual([
      { kind: "equal" },
      { kind: "state_unknown", reason: "gone" },
      { kind: "equal" },
    ]);
    await expect(replayed(version, version, { ledger: partial })).rejects.toBe(lost);
  });

  test("a report shows both sides, decoded", async () => {
    const version = versions.get("transfer")!;
    const honest = ledger.records[Number(version)]!;
    const writeSet = changedWrite(honest.writeSet, (op) => ({ ...op, value: "value" in op ? richer(op.value) : op }));
    ledger.replace(forge(honest, { writeSet: writeSet as WriteSet, info: { gasUsed: 1n } }));
    const replay = new LedgerReplay({ ledger, vm });
    for await (const { outcome, state } of replay.run(version, version)) {
      const report = await describeOutcome(version, outcome, state);
      expect(report).toMatchObject({
        version: version.toString(),
        outcome: "different",
        differences: [
          { part: "gas", recorded: { gas_used: "1" } },
          { part: "write", recorded: { op: "modification" }, executed: { op: "modification" } },
        ],
      });
      const text = JSON.stringify(report);
      expect(text).toContain("0x1::fungible_asset::FungibleStore");
      expect(text).toContain("0x1::object::ObjectGroup");
    }
    ledger.replace(honest);
  });
});

function formatted(address: Address): string {
  return `0x${Buffer.from(address).toString("hex")}`;
}

/** A write set whose first value of a group, of the last key, is another one. */
function changedWrite(encoded: Uint8Array, change: (op: WriteOp) => unknown): unknown {
  const writes = [...writesOf(WriteSet.decode(encoded))];
  const index = writes.findLastIndex(([, op]) => "value" in op);
  return { kind: "V0", value: new Map(writes.map(([key, op], at) => [key, at === index ? change(op) : op])) };
}

/** The same bytes, but for the last. */
function richer(value: unknown): unknown {
  const flip = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1);
  if (value instanceof Uint8Array) return flip(value);
  const { data, metadata } = value as { data: Uint8Array; metadata: unknown };
  return { data: flip(data), metadata };
}

function changedEvent(event: ContractEvent): ContractEvent {
  const data = richer(event.value.data) as Uint8Array;
  return { ...event, value: { ...event.value, data } } as ContractEvent;
}
