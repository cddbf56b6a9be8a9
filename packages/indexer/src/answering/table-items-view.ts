import { StoreError } from "@ledger/state-store";
import { formatHex, hexToBytes, parseAddress, stateKeyTags, tableItemKey } from "@ledger/types";
import { giveWay } from "../ledger/give-way.ts";
import { deletedItemsTopic } from "../ledger/row-topics.ts";
import { decoderOf } from "../ledger/table-types.ts";
import type { ItemChange } from "../record/change.ts";
import { openStateEntry, type RecordPlace } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { currentItemRow } from "../rules/table-items.ts";
import { hashText } from "../rules/token-names.ts";
import { needRows } from "./current-answers.ts";
import { readUnlessPruned } from "./history-answers.ts";
import type { LedgerPicture } from "./picture.ts";
import { type CurrentTable, type FixedValues, QueryRefusal } from "./table.ts";

/** Items of the state that are read at a time: each may be as large as a transaction can write. */
const page = 100;

/** Bytes of an item that count for a row: a query which sorts holds all that it looks at. */
const bytesOfRow = 1024;

/**
 * The items of tables as they are: those that the state has, and those whose removal a kept record tells of. Nothing is stored for
 * them but topics of the removals.
 */
export const currentTableItems: CurrentTable<LedgerPicture> = {
  key: ["table_handle", "key_hash"],
  columns: {
    table_handle: "String!",
    key_hash: "String!",
    key: "String!",
    decoded_key: "jsonb!",
    decoded_value: "jsonb",
    is_deleted: "Boolean!",
    last_transaction_version: "bigint!",
  },
  async *rows(picture, fixed) {
    needRows(picture, "current_table_items", "table_items");
    const deleted = fixed.get("is_deleted") ?? [false, true];
    if (deleted.includes(false)) yield* storedRows(picture, fixed);
    if (deleted.includes(true)) yield* removedRows(picture, fixed);
  },
};

/** The rows of what the state has. */
async function* storedRows(picture: LedgerPicture, fixed: FixedValues): AsyncGenerator<Row> {
  const { index, summary } = picture;
  for await (const items of storedItems(picture, fixed)) {
    const views = items.map(({ key, bytes, version }) => openStateEntry({ key, value: bytes }, placeOf(version)));
    const wanted = views.flatMap(({ items: [change], version }) =>
      change !== undefined && isAskedFor(change, fixed) ? [{ change, version }] : [],
    );
    for (const { bytes } of items) picture.see(1 + Math.floor(bytes.length / bytesOfRow));
    const decode = await decoderOf(
      wanted.map(({ change }) => change),
      (handle) => index.findTypes(handle),
      index.code,
    );
    for (const { change, version } of wanted) yield currentItemRow(change, version, decode);
    await giveWay(picture.signal);
  }

  function placeOf(version: bigint): RecordPlace {
    return { version, blockHeight: summary.blockHeight, epoch: summary.epoch, timestampUsecs: undefined };
  }
}

interface StoredItem {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
  readonly version: bigint;
}

/** The items of the tables that a question names, page by page; those of all tables where it names none. */
async function* storedItems(picture: LedgerPicture, fixed: FixedValues): AsyncGenerator<readonly StoredItem[]> {
  const { store } = picture.index;
  const { version } = picture.summary;
  const [handles, keys] = [fixed.get("table_handle"), fixed.get("key")];
  if (handles === undefined) {
    yield* listed(Uint8Array.of(stateKeyTags.tableItem));
    return;
  }
  for (const handle of handles.filter(isHandle)) {
    if (keys === undefined) {
      yield* listed(tableItemKey(parseAddress(handle), new Uint8Array()));
      continue;
    }
    for (const text of keys.filter(isHex)) {
      picture.see();
      const key = tableItemKey(parseAddress(handle), hexToBytes(text.slice(2)));
      const value = await unlessPruned(picture, () => store.readState(version, key));
      if (value !== undefined) yield [{ key, bytes: value.bytes, version: value.version }];
    }
  }

  async function* listed(prefix: Uint8Array): AsyncGenerator<readonly StoredItem[]> {
    let start: Uint8Array | undefined;
    do {
      picture.signal.throwIfAborted();
      const from = start;
      const { entries, next } = await unlessPruned(picture, () =>
        store.listState({ version, prefix, start: from, limit: page }),
      );
      yield entries;
      start = next;
    } while (start !== undefined);
  }
}

/** The rows of what kept records removed and the state does not have, the newest first. */
async function* removedRows(picture: LedgerPicture, fixed: FixedValues): AsyncGenerator<Row> {
  const { index, signal, summary } = picture;
  const seen = new Set<string>();
  for (const topic of topicsOf(fixed)) {
    for await (const version of index.versions(topic, "newest_first", signal)) {
      const record = await readUnlessPruned(picture, BigInt(version));
      if (record === undefined) continue;
      const removed = record.items.filter((change) => change.value === undefined && isAskedFor(change, fixed));
      const decode = await decoderOf(removed, (handle) => index.findTypes(handle), index.code);
      for (const change of removed) {
        picture.see();
        const row = currentItemRow(change, record.version, decode);
        const name = `${row.table_handle as string} ${row.key as string}`;
        if (seen.has(name)) continue;
        seen.add(name);
        const stored = await unlessPruned(picture, () => index.store.readState(summary.version, change.key));
        if (stored === undefined) yield row;
      }
    }
  }
}

/** The topics that lead to the removals of what a question asks for. */
function topicsOf(fixed: FixedValues): readonly string[] {
  for (const column of ["key", "table_handle"] as const) {
    const values = fixed.get(column);
    if (values !== undefined) return values.map((value) => deletedItemsTopic(column, String(value)));
  }
  return [deletedItemsTopic()];
}

/** Tells before anything is decoded whether an item can be one of those that a question names. */
function isAskedFor({ handle, itemKey }: ItemChange, fixed: FixedValues): boolean {
  const [handles, keys, hashes] = [fixed.get("table_handle"), fixed.get("key"), fixed.get("key_hash")];
  if (handles?.includes(handle) === false) return false;
  if (keys === undefined && hashes === undefined) return true;
  const key = formatHex(itemKey);
  return keys?.includes(key) !== false && hashes?.includes(hashText(key)) !== false;
}

function isHandle(value: unknown): value is string {
  return typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value);
}

function isHex(value: unknown): value is string {
  return typeof value === "string" && /^0x([0-9a-f]{2})*$/.test(value);
}

/** @throws QueryRefusal where the state is not kept any more of the version that the index is at */
async function unlessPruned<T>({ summary }: LedgerPicture, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "version_pruned")) throw error;
    throw new QueryRefusal(
      `the index of tables is behind: it is at version ${summary.version}, whose state the ledger does not keep any more`,
      "absent",
    );
  }
}
