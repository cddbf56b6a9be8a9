import type { StateWrite } from "@ledger/types";
import type { Database } from "better-sqlite3";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { packedLength } from "../rows/packed-value.ts";
import { prepareInsert } from "../rows/row-inserter.ts";
import type { NewRow } from "../rows/tables.ts";
import { ChunkBuilder } from "./log-chunk.ts";
import { PlaceWriter } from "./log-places.ts";

/** A state write with its key's id. */
export interface LoggedWrite {
  readonly keyId: number;
  readonly version: number;
  readonly write: StateWrite;
}

/** Below these, key id and index fit one exact number, and sorting numbers is ten times faster than sorting objects. */
const sortableKeys = 2 ** 33;
const sortableWrites = 2 ** 20;

/** Appends the state writes of a batch to the block log, ordered by key. The caller holds the transaction. */
export class LogWriter {
  readonly #insertChunk: (row: NewRow<"log_chunks">) => void;
  readonly #insertBatch: (row: NewRow<"log_batches">) => void;

  constructor(database: Database) {
    this.#insertChunk = prepareInsert(database, "log_chunks");
    this.#insertBatch = prepareInsert(database, "log_batches");
  }

  /**
   * @param writes - of all records of the batch, in version order
   * @param row - the ledger row with the batch's last version
   */
  append(writes: readonly LoggedWrite[], firstVersion: number, row: LedgerRow): void {
    const firstChunk = row.next_chunk;
    const places = new PlaceWriter(writes.length, firstVersion);
    const chunks = new ChunkBuilder((entries) => {
      this.#insertChunk({ id: row.next_chunk++, entries });
    });
    let appended = 0;
    const order = orderByKey(writes);
    for (let i = 0; i < order.length; i++) {
      const { keyId, version, write } = writes[order[i]!]!;
      const next = i + 1 < order.length ? writes[order[i + 1]!]! : undefined;
      // Of two writes of one key by one record, the later one counts.
      if (next !== undefined && next.keyId === keyId && next.version === version) continue;
      const length = packedLength(write);
      const begins = chunks.add(length, keyId, version, write);
      places.add(keyId, version, length, begins);
      appended++;
    }
    chunks.flush();
    this.#insertBatch({
      last_version: row.version,
      first_version: firstVersion,
      first_chunk: firstChunk,
      places: places.finish(),
    });
    row.open_rows += appended;
    row.open_batches++;
  }
}

/** Indexes of writes ordered by key id; writes of one key stay in version order. */
function orderByKey(writes: readonly LoggedWrite[]): Float64Array {
  const order = new Float64Array(writes.length);
  if (writes.length > sortableWrites || writes.some(({ keyId }) => keyId >= sortableKeys)) {
    const indexes = writes.map((_, i) => i).sort((a, b) => writes[a]!.keyId - writes[b]!.keyId || a - b);
    order.set(indexes);
    return order;
  }
  for (let i = 0; i < writes.length; i++) order[i] = writes[i]!.keyId * sortableWrites + i;
  order.sort();
  for (let i = 0; i < order.length; i++) order[i] = order[i]! % sortableWrites;
  return order;
}
