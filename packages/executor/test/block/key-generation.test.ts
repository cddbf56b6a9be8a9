import {
  type BlockMetadata,
  type BlockMetadataExt,
  Configuration,
  ContractEvents,
  frameworkKey,
  type HashValue,
  isNewEpochEvent,
  sha3_256,
  type Transaction,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import { type BlockStart, metadataOf, runBlockPrologue } from "../../src/block/block-prologue.ts";
import type { BlockEntry } from "../../src/block/execute-block.ts";
import { encodeOutput, outputOf } from "../../src/block/output.ts";
import { runValidatorTransaction } from "../../src/block/validator-transaction.ts";
import { LedgerReplay, type ReplayOutcome } from "../../src/replay/index.ts";
import type { ChangeSet } from "../../src/state/change-set.ts";
import { forge, HeldLedger } from "../support/held-ledger.ts";
import { LocalChain, testGenesis } from "../support/local-chain.ts";

// Where blocks bring a seed along, the end of an epoch waits for the validators' keys: its third way.

const secondsOfEpoch = 7_300n;
const vm = new MoveVm({ natives: frameworkNatives });

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let ledger: HeldLedger;
  /** Of the block whose time is up, of the result of the key generation, and of the first block after it. */
  let versions: { readonly timeUp: bigint; readonly result: bigint; readonly next: bigint };

  beforeAll(async () => {
    ledger = new HeldLedger(await testGenesis());
    let last: BlockMetadata | undefined;
    const chain = await LocalChain.start(undefined, ({ entries }) => {
      ledger.addBlock(entries);
      const { transaction } = entries[0]!;
      if (transaction.kind === "BlockMetadata" || transaction.kind === "BlockMetadataExt") {
        last = metadataOf(transaction);
      }
    });
    const { state } = chain;
    const epoch = async (): Promise<bigint> =>
      Configuration.decode((await state.get(frameworkKey("reconfiguration", "Configuration")))!.bytes).epoch;
    chain.seed = new Uint8Array(32).fill(7);
    await chain.block();
    chain.timestampUsecs += secondsOfEpoch * 1_000_000n;
    const timeUp = ledger.version + 1n;
    const before = await epoch();
    await chain.block();
    expect(await epoch()).toBe(before);

    /** The next block, of which nothing but its beginning is executed. */
    const begin = async (round: bigint): Promise<BlockEntry> => {
      const id: HashValue = sha3_256(Uint8Array.of(99, Number(round)));
      const timestampUsecs = last!.timestampUsecs + 1_000_000n;
      const common = { ...last!, id, epoch: await epoch(), round, timestampUsecs };
      last = common;
      const { seed } = chain;
      const randomness = { metadata: { epoch: common.epoch, round }, randomness: seed! };
      const value: BlockMetadataExt = { kind: "V1", value: { ...common, randomness } };
      const start: BlockStart = { kind: "BlockMetadataExt", value };
      return apply(start, await runBlockPrologue(await context(), state, start));
    };
    const context = async () => ({
      ...(await chain.executor.context()),
      // The executor does not see what is done to its state here.
      environment: await vm.readEnvironment(state),
    });
    const apply = (transaction: Transaction, changes: ChangeSet): BlockEntry => {
      state.apply(changes.changes);
      const output = outputOf(changes);
      return { transaction, output, encoded: encodeOutput(output) };
    };
    const start = await begin(last!.round + 1n);
    const metadata = { epoch: before, author: chain.validator };
    const value = { kind: "DKGResult", value: { metadata, transcriptBytes: Uint8Array.of(1, 2, 3) } } as const;
    const result = await runValidatorTransaction(await context(), state, value);
    ledger.addBlock([start, apply({ kind: "ValidatorTransaction", value }, result)]);
    versions = { timeUp, result: ledger.version, next: ledger.version + 1n };
    expect(await epoch()).toBe(before + 1n);
    ledger.addBlock([await begin(1n)]);
  });

  async function replayed(from: bigint, to: bigint): Promise<ReplayOutcome[]> {
    const outcomes: ReplayOutcome[] = [];
    const replay = new LedgerReplay({ ledger, vm });
    for await (const { outcome } of replay.run(from, to)) outcomes.push(outcome);
    return outcomes;
  }

  test("a block whose time is up begins a key generation, whose result ends the epoch, and all comes out the same", async () => {
    const ends = ledger.records.map(({ version }) => version).filter((version) => endsEpoch(version));
    expect(ends.at(-1)).toBe(versions.result);
    expect(ends).not.toContain(versions.timeUp);
    expect(await replayed(0n, ledger.version)).toEqual(ledger.records.map(() => ({ kind: "equal" })));
    // Each by itself, too: the rules of the next block are those of the new epoch.
    for (const version of Object.values(versions)) {
      expect(await replayed(version, version)).toEqual([{ kind: "equal" }]);
    }
  });

  test("another transcript than the one that is written is found", async () => {
    const honest = ledger.records[Number(versions.result)]!;
    const metadata = { epoch: 2n, author: new Uint8Array(32) as BlockMetadata["proposer"] };
    const value = { kind: "DKGResult", value: { metadata, transcriptBytes: Uint8Array.of(4) } } as const;
    ledger.replace(forge(honest, { transaction: { kind: "ValidatorTransaction", value } }));
    const [outcome] = await replayed(versions.result, versions.result);
    ledger.replace(honest);
    expect(outcome).toMatchObject({ kind: "different", differences: [{ part: "write" }] });
  });

  function endsEpoch(version: bigint): boolean {
    const { events } = ledger.records[Number(version)]!;
    return ContractEvents.decode(events).some(isNewEpochEvent);
  }
});
