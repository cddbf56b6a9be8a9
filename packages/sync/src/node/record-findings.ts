import { bytes, enumeration, fixedBytes, option, struct, u8, u32, u64, vector } from "@ledger/bcs";
import { Address, HashValue, type LedgerRecord } from "@ledger/types";
import { BlockStart } from "../checks/block-start.ts";
import { type CheckedRecord, type CheckOptions, checkRecord, type RecordParts } from "../checks/record.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** {@link CheckedRecord}s without the records, without warnings, and without their place in the ledger. */
const Findings = vector(
  struct("Findings", {
    hash: HashValue,
    infoHash: HashValue,
    writes: vector(struct("StateWrite", { key: bytes, value: option(bytes), metadata: option(bytes) })),
    user: option(
      struct("User", {
        sender: Address,
        replayProtector: enumeration("ReplayProtector", { SequenceNumber: u64, Nonce: u64 }),
      }),
    ),
    handleEvents: vector(struct("HandleEvent", { key: fixedBytes(40), sequenceNumber: u64, index: u32 })),
    topics: vector(struct("EventTopic", { key: bytes, positions: vector(u32) })),
    stateRoot: option(HashValue),
    chainId: option(u8),
    blockStart: option(BlockStart),
    closesBlock: option(HashValue),
    nextEpoch: option(u64),
  }),
);

/** Checks records up to the first that is refused or warned of: that one is left to the caller. */
export class FindingsPacker {
  readonly #options: CheckOptions;
  readonly #checked: CheckedRecord[] = [];
  #isOpen = true;

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  /** @returns whether a further record would be checked */
  add(record: LedgerRecord, parts?: RecordParts): boolean {
    if (!this.#isOpen) return false;
    try {
      const checked = checkRecord(record, this.#options, parts);
      this.#isOpen = checked.warnings.length === 0;
      if (this.#isOpen) this.#checked.push(checked);
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      this.#isOpen = false;
    }
    return this.#isOpen;
  }

  pack(): Uint8Array<ArrayBuffer> {
    return Findings.encode(this.#checked.map(({ commit, ...findings }) => ({ ...commit, ...findings })));
  }
}

/**
 * Puts findings and the records that they are about together again.
 *
 * @param records - from the first one on; as many as are wanted
 */
export function unpackFindings(packed: Uint8Array, records: readonly LedgerRecord[]): CheckedRecord[] {
  const found = Findings.decode(packed);
  return records.slice(0, found.length).map((record, i) => {
    const { hash, writes, user, handleEvents, topics, ...findings } = found[i]!;
    return { ...findings, record, commit: { ...record, hash, writes, user, handleEvents, topics }, warnings: [] };
  });
}
