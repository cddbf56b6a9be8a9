import { bytes, enumeration, fixedBytes, option, struct, u8, u32, u64, vector } from "@ledger/bcs";
import { Address, HashValue, type LedgerRecord } from "@ledger/types";
import type { UncheckedPage } from "./check-page.ts";
import type { CheckedRecord } from "./check-record.ts";

// A page goes to the thread that checks it, and what was found out comes back, each as the bytes of one buffer that changes
// hands: copying the values of a thousand records one by one would cost more than checking them.

const PageRecords = vector(
  struct("LedgerRecord", {
    version: u64,
    transaction: bytes,
    info: bytes,
    events: bytes,
    writeSet: bytes,
    accumulatorRoot: HashValue,
  }),
);

const BlockStart = struct("BlockStart", {
  id: HashValue,
  epoch: u64,
  round: u64,
  timestampUsecs: u64,
  height: option(u64),
});

/** A {@link CheckedRecord} without the record and without warnings. */
const Findings = vector(
  struct("Findings", {
    hash: HashValue,
    writes: vector(struct("StateWrite", { key: bytes, value: option(bytes), metadata: option(bytes) })),
    user: option(
      struct("User", {
        sender: Address,
        replayProtector: enumeration("ReplayProtector", { SequenceNumber: u64, Nonce: u64 }),
      }),
    ),
    handleEvents: vector(struct("HandleEvent", { key: fixedBytes(40), sequenceNumber: u64, index: u32 })),
    stateRoot: option(HashValue),
    chainId: option(u8),
    blockStart: option(BlockStart),
    closesBlock: option(HashValue),
    nextEpoch: option(u64),
    frontierRoots: option(vector(HashValue)),
  }),
);

/** A page as it is sent: plain data with one transferable buffer. */
export interface SentPage extends Omit<UncheckedPage, "records"> {
  readonly records: Uint8Array<ArrayBuffer>;
}

export function packPage(page: UncheckedPage): SentPage {
  return { ...page, records: PageRecords.encode(page.records) };
}

export function unpackPage(page: SentPage): UncheckedPage {
  return { ...page, records: PageRecords.decode(page.records) };
}

/** Packs what was found out about the first records of a page, up to one with a warning: those are for whoever asked. */
export function packFindings(checked: readonly CheckedRecord[]): Uint8Array<ArrayBuffer> {
  const end = checked.findIndex(({ warnings }) => warnings.length > 0);
  const plain = end < 0 ? checked : checked.slice(0, end);
  return Findings.encode(
    plain.map(({ commit, frontier, ...findings }) => ({
      ...findings,
      hash: commit.hash,
      writes: commit.writes,
      user: commit.user,
      handleEvents: commit.handleEvents,
      frontierRoots: frontier?.roots,
    })),
  );
}

/** Puts the findings and the records that they are about together again. */
export function unpackFindings(packed: Uint8Array, records: readonly LedgerRecord[]): CheckedRecord[] {
  return Findings.decode(packed).map(({ hash, writes, user, handleEvents, frontierRoots, ...findings }, i) => {
    const record = records[i]!;
    return {
      ...findings,
      record,
      commit: { ...record, hash, writes, user, handleEvents },
      frontier: frontierRoots && { leafCount: record.version + 1n, roots: frontierRoots },
      warnings: [],
    };
  });
}
