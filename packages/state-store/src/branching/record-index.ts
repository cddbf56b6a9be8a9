import { bytesToHex } from "@ledger/types";
import type { BlockEntry, CommitBlock, CommitRecord, EventEntry, SummaryEntry } from "../port.ts";

/** The records of one branch, and what finds them. Blocks come and go at the end only. */
export class RecordIndex {
  readonly records: CommitRecord[] = [];
  readonly blocks: BlockEntry[] = [];
  readonly #versions = new Map<string, bigint>();
  readonly #senders = new Map<string, SummaryEntry[]>();
  readonly #events = new Map<string, EventEntry[]>();

  /** Adds the next block. */
  push(block: CommitBlock): void {
    const { records, ...entry } = block;
    this.blocks.push(entry);
    for (const record of records) {
      const { version, hash, user, handleEvents } = record;
      this.records.push(record);
      this.#versions.set(bytesToHex(hash), version);
      if (user !== undefined) listOf(this.#senders, bytesToHex(user.sender)).push({ ...user, version, hash });
      for (const { key, sequenceNumber, index } of handleEvents) {
        listOf(this.#events, bytesToHex(key)).push({ sequenceNumber, version, index });
      }
    }
  }

  /** Takes the last block away. */
  pop({ records }: CommitBlock): void {
    this.blocks.pop();
    for (const { hash, user, handleEvents } of [...records].reverse()) {
      this.records.pop();
      this.#versions.delete(bytesToHex(hash));
      if (user !== undefined) popOf(this.#senders, bytesToHex(user.sender));
      for (const { key } of handleEvents) popOf(this.#events, bytesToHex(key));
    }
  }

  findVersion(hash: Uint8Array): bigint | undefined {
    return this.#versions.get(bytesToHex(hash));
  }

  /** Transactions of a sender, ascending by version. */
  sentBy(sender: Uint8Array): readonly SummaryEntry[] {
    return this.#senders.get(bytesToHex(sender)) ?? [];
  }

  /** Events of a handle, ascending. */
  eventsOf(key: Uint8Array): readonly EventEntry[] {
    return this.#events.get(bytesToHex(key)) ?? [];
  }

  /** The block that holds a version of this branch. */
  blockOf(version: bigint): BlockEntry {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks[middle]!.lastVersion < version) low = middle + 1;
      else high = middle;
    }
    return this.blocks[low]!;
  }
}

function listOf<T>(lists: Map<string, T[]>, id: string): T[] {
  let list = lists.get(id);
  if (list === undefined) {
    list = [];
    lists.set(id, list);
  }
  return list;
}

function popOf<T>(lists: Map<string, T[]>, id: string): void {
  const list = lists.get(id);
  list?.pop();
  if (list?.length === 0) lists.delete(id);
}
