import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import type { AccumulatorFrontierState } from "@ledger/types";
import {
  AccumulatorFrontier,
  bytesEqual,
  formatHash,
  type HashValue,
  type LedgerRecord,
  SparseMerkleTree,
  zeroHash,
} from "@ledger/types";
import { checkPagesAhead } from "../checks/ahead.ts";
import { BlockAssembler, type VerifiedBlock } from "../checks/block-assembler.ts";
import { PageChecker } from "../checks/pages.ts";
import type { CheckedRecord } from "../checks/record.ts";
import { expectBlock, expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { AnswerCheck } from "./check-answers.ts";
import { checkPassedWaypoint } from "./check-waypoint.ts";
import type { LedgerVerification, VerifyLedgerOptions } from "./ledger-verification.ts";
import { listStateHashes } from "./state-root-check.ts";
import { verifyGenesisRecord } from "./verify-genesis.ts";
import type { WaypointStatus } from "./waypoint-status.ts";

/** Records read at once. */
const pageRecords = 200;

/**
 * Checks a stored ledger again, as if it came from outside: every kept record against its transaction info, the infos
 * against the accumulator from the earliest one that is kept to the head, and blocks. Then that the store answers what its
 * records say: every write as of its version, every index entry, and the roots of the state where it begins and at the head;
 * and, by {@link LedgerReader.verify}, that it holds nothing else. Of a ledger that began lazily, what was fetched of the state
 * from before is compared with checksums only.
 *
 * @returns what was proved
 * @throws {@link SyncError} at the first thing that does not match, or when `signal` aborts its reason; what the store throws
 * for an empty or closed one
 */
export async function verifyLedger(
  reader: LedgerReader,
  options: VerifyLedgerOptions = {},
): Promise<LedgerVerification> {
  const { signal, onProgress } = options;
  const { problems } = await reader.verify({
    signal,
    onProgress: (tables) => onProgress?.({ tables, version: 0n, head: 0n, stateItems: 0 }),
  });
  if (problems.length > 0) {
    const found = problems.map(({ rule, detail }) => `${rule} (${detail})`).join(", ");
    throw new SyncError("store_damaged", `the store contradicts itself: ${found}`);
  }
  const summary = await reader.summary();
  if (summary === undefined) throw new SyncError("not_contiguous", "the store holds no ledger");
  const verification = new LedgerWalk(reader, summary, options);
  return verification.walk();
}

class LedgerWalk {
  readonly #reader: LedgerReader;
  readonly #summary: LedgerSummary;
  readonly #options: VerifyLedgerOptions;
  readonly #answers: AnswerCheck;
  #records = 0;
  #blocks = 0;
  #opaque = 0;
  #unprovedEvents = 0;
  #last: CheckedRecord | undefined;

  constructor(reader: LedgerReader, summary: LedgerSummary, options: VerifyLedgerOptions) {
    this.#reader = reader;
    this.#summary = summary;
    this.#options = options;
    this.#answers = new AnswerCheck(reader, summary);
  }

  async walk(): Promise<LedgerVerification> {
    const { oldestLedgerVersion: oldestVersion, version, base } = this.#summary;
    const frontier = await this.#readFrontier();
    const chainedFrom = frontier?.leafCount;
    // Of an accumulator that was kept later than the oldest record the records in front are checked each by itself.
    const alone = chainedFrom ?? oldestVersion;
    const assembler = await this.#openAssembler(oldestVersion);
    const oldestEnd = await this.#oldestStateEnd();
    let oldestRoot: HashValue | undefined;
    for await (const checked of this.#allRecords(oldestVersion, alone, version + 1n, frontier)) {
      if (checked.record.version === 0n) this.#checkGenesis(checked);
      const block = assembler.accept(checked);
      if (block !== undefined) await this.#compareBlock(block);
      await this.#answers.compare(checked.commit);
      if (checked.record.version === oldestEnd) oldestRoot = checked.stateRoot;
      this.#last = checked;
    }
    await this.#answers.settle();
    const last = this.#last;
    if (last?.stateRoot === undefined) {
      throw new SyncError("invalid_block", "the latest record does not end a block", { version });
    }
    if (frontier !== undefined) await this.#compareHead(last.frontier ?? frontier);
    const isWhole = base?.state !== "partial";
    if (isWhole && oldestEnd !== version && oldestRoot !== undefined) await this.#compareState(oldestEnd, oldestRoot);
    return {
      oldestVersion,
      chainedFrom,
      version,
      records: this.#records,
      blocks: this.#blocks,
      ...this.#answers.counts,
      oldestState: oldestEnd,
      stateItems: isWhole ? await this.#compareState(version, last.stateRoot) : undefined,
      stateRoot: last.stateRoot,
      accumulatorRoot: last.record.accumulatorRoot,
      baseVersion: base?.version,
      fromGenesis: oldestVersion === 0n,
      waypoint: await this.#compareWaypoint(),
      opaqueTransactions: this.#opaque,
      unprovedEvents: this.#unprovedEvents,
    };
  }

  /**
   * The earliest kept accumulator; one of zero leaves needs no keeping when the ledger is kept from genesis on.
   *
   * @returns `undefined` where it was never known
   */
  async #readFrontier(): Promise<AccumulatorFrontierState | undefined> {
    const { oldestLedgerVersion, base } = this.#summary;
    if (oldestLedgerVersion === 0n) return { leafCount: 0n, roots: [] };
    const frontier = (await this.#reader.oldestFrontier()) ?? (await this.#reader.frontier());
    if (frontier === undefined && base === undefined) {
      throw new SyncError("not_contiguous", "the store holds no accumulator");
    }
    return frontier;
  }

  /** The end of the block that holds the oldest state: the first version at which a record says what the state's root is. */
  async #oldestStateEnd(): Promise<bigint> {
    return (await this.#reader.readBlockByVersion(this.#summary.oldestVersion)).lastVersion;
  }

  async *#allRecords(
    oldest: bigint,
    chainedFrom: bigint,
    end: bigint,
    frontier: AccumulatorFrontierState | undefined,
  ): AsyncGenerator<CheckedRecord> {
    yield* this.#checkedRecords(oldest, chainedFrom, undefined);
    yield* this.#checkedRecords(chainedFrom, end, frontier);
  }

  async *#checkedRecords(
    from: bigint,
    end: bigint,
    frontier: AccumulatorFrontierState | undefined,
  ): AsyncGenerator<CheckedRecord> {
    const checker = new PageChecker(
      from,
      frontier,
      { eventRoots: this.#options.eventRoots ?? "strict" },
      this.#options.checkPool,
    );
    for await (const { records, refusal } of checkPagesAhead(this.#listRecords(from, end), checker)) {
      this.#options.signal?.throwIfAborted();
      for (const checked of records) {
        this.#records += 1;
        for (const { kind } of checked.warnings) {
          if (kind === "opaque_transaction") this.#opaque += 1;
          if (kind === "event_root") this.#unprovedEvents += 1;
        }
        yield checked;
      }
      if (refusal !== undefined) throw refusal;
      const last = records.at(-1)?.record.version ?? from;
      this.#options.onProgress?.({ version: last, head: this.#summary.version, stateItems: 0 });
    }
  }

  /** Reads the records of `[from, end)` in pages. */
  async *#listRecords(from: bigint, end: bigint): AsyncGenerator<readonly LedgerRecord[]> {
    for (let next = from; next < end; ) {
      this.#options.signal?.throwIfAborted();
      const left = end - next;
      const page = await this.#reader.listRecords(next, left < pageRecords ? Number(left) : pageRecords);
      if (page.length === 0) expectBlock("version", next, next, "nothing");
      yield page;
      next += BigInt(page.length);
    }
  }

  #checkGenesis({ record }: CheckedRecord): void {
    const { identity } = verifyGenesisRecord(record);
    expectHash("genesis_hash", 0n, this.#summary.genesisHash ?? zeroHash, identity.genesisHash);
    expectBlock("chain_id", 0n, String(this.#summary.chainId), String(identity.chainId));
  }

  async #openAssembler(version: bigint): Promise<BlockAssembler> {
    const block = await this.#reader.readBlockByVersion(version);
    expectBlock("first_version", version, version, block.firstVersion);
    return new BlockAssembler({
      chainId: this.#summary.chainId,
      blockHeight: block.height - 1n,
      timestampUsecs: 0n,
      epoch: block.epoch,
    });
  }

  async #compareBlock({ block: { records: _, height, hash, ...fields } }: VerifiedBlock): Promise<void> {
    this.#blocks += 1;
    const { firstVersion } = fields;
    const stored = await this.#reader.findBlockByHeight(height);
    for (const field of Object.keys(fields) as (keyof typeof fields)[])
      expectBlock(field, firstVersion, fields[field], stored?.[field] ?? "no block");
    expectHash("block_id", firstVersion, hash, stored!.hash);
  }

  async #compareHead(frontier: AccumulatorFrontierState): Promise<void> {
    const { version } = this.#summary;
    const stored = await this.#reader.frontier();
    const newer = stored !== undefined && stored.leafCount > version + 1n;
    // The ledger may have grown since: then the stored accumulator is a later one.
    if (newer) return;
    expectBlock("accumulator_leaves", version, frontier.leafCount, stored?.leafCount ?? "none");
    const equal = frontier.roots.every((root, i) => bytesEqual(root, stored!.roots[i] ?? new Uint8Array(0)));
    if (!equal) {
      throw new SyncError("hash_mismatch", "the stored accumulator does not match the records", {
        version,
        field: "accumulator_root",
        expected: formatHash(new AccumulatorFrontier("TransactionAccumulator", frontier).root()),
        actual: formatHash(new AccumulatorFrontier("TransactionAccumulator", stored).root()),
      });
    }
  }

  async #compareState(version: bigint, claimed: HashValue): Promise<number> {
    const tree = new SparseMerkleTree();
    let stateItems = 0;
    for await (const updates of listStateHashes(this.#reader, version)) {
      this.#options.signal?.throwIfAborted();
      tree.update(updates);
      stateItems += updates.length;
      this.#options.onProgress?.({ version, head: version, stateItems });
    }
    expectHash("state_checkpoint_hash", version, claimed, tree.root());
    return stateItems;
  }

  async #compareWaypoint(): Promise<WaypointStatus> {
    const { waypoint } = this.#options;
    return waypoint === undefined ? "none" : checkPassedWaypoint(this.#reader, waypoint);
  }
}
