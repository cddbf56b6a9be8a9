import {
  type Awaitable,
  bytesToHex,
  decodeTransaction,
  type LedgerRecord,
  mapKey,
  type StateItem,
  stateWrites,
  WriteSet,
  whenReady,
} from "@ledger/types";
import { CaseError } from "./case-error.ts";
import { blockStarts, type CaseRead, maxCaseBytes, maxCaseItems, type ReplayCase } from "./case-file.ts";
import type { ReplayedLedger } from "./ledger-replay-options.ts";

/**
 * Sees what a replay reads of a ledger. The replay has to be a new one, with a machine that has run nothing yet: what is known already is
 * not read.
 *
 * @example
 * ```ts
 * const recorder = new CaseRecorder(store);
 * for await (const _ of new LedgerReplay({ ledger: recorder, vm: new MoveVm({ natives: frameworkNatives }) }).run(100n, 110n));
 * const file = encodeCase(recorder.finish(chainId, 100n, 110n));
 * ```
 */
export class CaseRecorder implements ReplayedLedger {
  readonly #ledger: ReplayedLedger;
  readonly #records = new Map<bigint, LedgerRecord>();
  /** The first that is known of each item. */
  readonly #reads = new Map<string, CaseRead>();
  #bytes = 0;

  constructor(ledger: ReplayedLedger) {
    this.#ledger = ledger;
  }

  /** @throws {@link CaseError} `case_too_large` */
  readState(version: bigint, key: Uint8Array): Awaitable<StateItem | undefined> {
    return whenReady(this.#ledger.readState(version, key), (item) => {
      const id = mapKey(key);
      const known = this.#reads.get(id);
      // What an item was later follows from the writes of the records.
      if (known !== undefined && known.version <= version) return item;
      if (this.#reads.size === maxCaseItems) throw tooMany();
      this.#count(key.length + (item?.bytes.length ?? 0));
      const kept = item && { bytes: item.bytes.slice(), metadata: item.metadata?.slice() };
      this.#reads.set(id, { version, key: key.slice(), item: kept });
      return item;
    });
  }

  /** @throws {@link CaseError} `case_too_large` */
  async listRecords(start: bigint, limit: number): Promise<readonly LedgerRecord[]> {
    const records = await this.#ledger.listRecords(start, limit);
    for (const record of records) {
      if (this.#records.has(record.version)) continue;
      this.#count(record.transaction.length + record.writeSet.length + record.events.length);
      this.#records.set(record.version, record);
    }
    return records;
  }

  readBlockByVersion(version: bigint): Awaitable<{ readonly firstVersion: bigint }> {
    return this.#ledger.readBlockByVersion(version);
  }

  /** The case of what was read so far. @param from - the first version that was executed */
  finish(chainId: number, from: bigint, to: bigint): ReplayCase {
    const records = [...this.#records.values()].sort((a, b) => (a.version < b.version ? -1 : 1));
    return { chainId, from, to, records, reads: [...this.#reads.values()] };
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= maxCaseBytes) return;
    throw tooMany();
  }
}

function tooMany(): CaseError {
  return new CaseError("case_too_large", "a case of so many versions would be too large: take fewer");
}

/** The ledger of a case: the versions and the items of its records, and those that were read when it was made. */
export class CaseLedger implements ReplayedLedger {
  readonly #first: bigint;
  readonly #records: readonly LedgerRecord[];
  /** Versions of blocks' first records, ascending. */
  readonly #blocks: readonly bigint[];
  /** The values of each item, by version. */
  readonly #items = new Map<string, { readonly version: bigint; readonly item: StateItem | undefined }[]>();

  constructor({ records, reads }: ReplayCase) {
    this.#first = records[0]!.version;
    this.#records = records;
    const isStart = (record: LedgerRecord): boolean => blockStarts.has(decodeTransaction(record)?.kind as never);
    this.#blocks = records.filter(isStart).map(({ version }) => version);
    for (const { version, key, item } of reads) this.#keep(key, version, item);
    for (const { version, writeSet } of records) {
      for (const { key, value, metadata } of stateWrites(WriteSet.decode(writeSet))) {
        this.#keep(key, version, value && { bytes: value, metadata });
      }
    }
    for (const values of this.#items.values()) values.sort((a, b) => (a.version < b.version ? -1 : 1));
  }

  /** @throws {@link CaseError} `not_in_case` */
  readState(version: bigint, key: Uint8Array): StateItem | undefined {
    const found = this.#items.get(mapKey(key))?.findLast((value) => value.version <= version);
    if (found !== undefined) return found.item;
    throw new CaseError("not_in_case", `the case does not hold the item 0x${bytesToHex(key)} as of version ${version}`);
  }

  listRecords(start: bigint, limit: number): readonly LedgerRecord[] {
    const from = Number(start - this.#first);
    return from < 0 ? [] : this.#records.slice(from, from + limit);
  }

  readBlockByVersion(version: bigint): { readonly firstVersion: bigint } {
    return { firstVersion: this.#blocks.findLast((first) => first <= version) ?? this.#first };
  }

  #keep(key: Uint8Array, version: bigint, item: StateItem | undefined): void {
    const id = mapKey(key);
    const values = this.#items.get(id) ?? [];
    values.push({ version, item });
    this.#items.set(id, values);
  }
}
