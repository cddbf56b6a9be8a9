import type { BlockEntry, LedgerReader, LedgerSummary, StoredValue } from "@ledger/state-store";
import { type Awaitable, type LedgerRecord, zeroHash } from "@ledger/types";
import { VerificationError } from "@ledger/verifier";
import type { ProvedLedger } from "./proved-ledger.ts";

/** Parts of a reader that proved state has no use for: lists, and what a node knows of itself. */
const unprovable = (): never => {
  throw new VerificationError("request", "no proof covers what was read");
};

/** Reads a proved value. */
export type ReadState = (version: bigint, key: Uint8Array) => Awaitable<StoredValue | undefined>;

/**
 * A store that holds nothing: what is read of it is proved.
 *
 * @param code - the code by which values are read: that of the asked version, or of the newest, which is proved for versions inside of
 * blocks too
 * @param readState - reads what has its own way to be proved; values are proved when they are read where it is absent
 */
export function createProvedStore(
  ledger: ProvedLedger,
  code: "own" | "newest",
  readState: ReadState = (version, key) => ledger.readState(version, key),
): LedgerReader {
  return {
    summary: () => summaryOf(ledger, code),
    readState,
    async readRecord(version: bigint): Promise<LedgerRecord> {
      const { transaction, infoBytes: info, events, writeSet, accumulatorRoot } = await ledger.record(version);
      if (events === undefined || writeSet === undefined) return unprovable();
      return { version, transaction, info, events, writeSet, accumulatorRoot };
    },
    readBlockByVersion: (version: bigint) => readBlock(ledger, version),
    findValueOrigin: () => undefined,
    findListingOrigin: () => undefined,
    listState: unprovable,
    listSummaries: unprovable,
    listRecords: unprovable,
    findVersionByHash: unprovable,
    findVersionBySequenceNumber: unprovable,
    findBlockByHeight: unprovable,
    listEvents: unprovable,
    nextEventSequence: unprovable,
    listEventsByTopic: unprovable,
    frontier: unprovable,
    oldestFrontier: unprovable,
    stats: unprovable,
    verify: unprovable,
    close: () => undefined,
  };
}

function summaryOf({ head }: ProvedLedger, code: "own" | "newest"): LedgerSummary {
  const { version, chainId, timestampUsecs, epoch, blockHeight } = head;
  return {
    ...{ version, chainId, timestampUsecs, epoch, blockHeight },
    genesisHash: undefined,
    // How far back a node goes is no fact of the ledger. What is asked for and gone is refused when it is read.
    oldestVersion: code === "own" ? 0n : version,
    oldestLedgerVersion: 0n,
    oldestBlockHeight: 0n,
    // No version is known to have the code of another one.
    lastModuleVersion: version,
  };
}

/** The block of a version, as far as it is proved: its time, and of the newest its height and epoch. */
async function readBlock(ledger: ProvedLedger, version: bigint): Promise<BlockEntry> {
  const { head } = ledger;
  const unknown = { height: 0n, epoch: 0n, round: 0n, hash: zeroHash, firstVersion: version, lastVersion: version };
  if (version !== head.version) return { ...unknown, timestampUsecs: await ledger.timeOf(version) };
  const { blockHeight: height, epoch, timestampUsecs } = head;
  return { ...unknown, height, epoch, timestampUsecs };
}
