import { readDemoBlocks } from "@ledger/demo-ledger";
import type { BlockEntry, LedgerReader, LedgerSummary, RowChange, TableIndexReader } from "@ledger/state-store";
import { formatHex, type LedgerRecord } from "@ledger/types";
import { allTableGroups, MemoryIndex } from "../../src/build.ts";
import { writeHead } from "../../src/ledger/index-head.ts";
import { keyOf, writeRow } from "../../src/ledger/row-text.ts";
import { recordTopics, rowTopics } from "../../src/ledger/row-topics.ts";
import { openRecord, type RecordView } from "../../src/record/record-view.ts";
import { formatTimestamp } from "../../src/record/timestamp.ts";
import type { Row } from "../../src/row.ts";
import { fungibleAssetActivities } from "../../src/rules/activities.ts";
import { tokenActivities } from "../../src/rules/token-activities.ts";
import { currentTables } from "../../src/tables/current-tables.ts";
import { tablesOf } from "../../src/tables/table-groups.ts";

/** Reads of a ledger and of its index, since they were begun to be counted. */
export interface Reads {
  records: number;
  rows: number;
  /** Entries of topics that lead to versions. */
  entries: number;
}

/** A ledger of any size, which repeats a few real transactions, and the rows of as many owners, assets and tokens. */
export interface GrownLedger {
  readonly store: LedgerReader;
  readonly index: TableIndexReader;
  readonly reads: Reads;
  /** Values that its rows have. */
  readonly names: Readonly<
    Record<
      | "account"
      | "asset"
      | "token"
      | "collection"
      | "minter"
      | "contract"
      | "module"
      | "function"
      | "entryFunction"
      | "type"
      | "time",
      string
    >
  >;
}

const steps = 1_000_000n;
const begun = 1_795_219_200_000_000n;
const blockOf = (version: bigint): BlockEntry =>
  ({
    ...{ height: version, epoch: 1n, round: version, timestampUsecs: begun + version * steps },
    ...{ firstVersion: version, lastVersion: version, hash: new Uint8Array(32) },
  }) as unknown as BlockEntry;

const hex = (number: number): string => `0x${"c".repeat(52)}${number.toString(16).padStart(12, "0")}`;

/** Transactions of the demonstration that rows are made of: a transfer, and what was done with a token. */
async function templates(): Promise<readonly RecordView[]> {
  const place = { blockHeight: 0n, epoch: 0n, timestampUsecs: 0n };
  const records = (await readDemoBlocks()).flat();
  const views = records.map((record) => openRecord(record, place)).filter(({ request }) => request !== undefined);
  const transfer = views.find(
    (view) => fungibleAssetActivities(view).length === 3 && tokenActivities(view).length === 0,
  );
  const mint = views.find((view) => tokenActivities(view).some(({ type }) => type === "0x4::collection::MintEvent"));
  return [transfer!, mint!];
}

/** Makes a ledger. @param size - its versions, and the rows of each table of what is now */
export async function growLedger(size: number): Promise<GrownLedger> {
  const views = await templates();
  const records = (await readDemoBlocks()).flat();
  const repeated = views.map(({ version }) => records.find((record) => record.version === version)!);
  const index = new MemoryIndex();
  const topics = views.map((view) => recordTopics(view, tablesOf(allTableGroups)));
  const head = writeHead({ groups: allTableGroups, chainId: 4, next: `${size}`, isReady: true, knowsState: true });
  for (let version = 0; version < size; version++) {
    const versions = topics[version % views.length]!.map((entry) => ({ ...entry, version }));
    index.write({ head, rows: [], versions });
  }
  const [transfer, mint] = views as [RecordView, RecordView];
  const [, moved] = fungibleAssetActivities(transfer);
  const [minted] = tokenActivities(mint);
  const names = {
    account: transfer.request!.sender,
    asset: moved!.asset_type as string,
    type: moved!.type as string,
    token: minted!.token_data_id as string,
    minter: (minted!.from_address ?? minted!.to_address) as string,
    contract: formatHex(mint.request!.called!.module.address),
    module: mint.request!.called!.module.name,
    function: mint.request!.called!.function,
    entryFunction: transfer.request!.functionId!,
    collection: hex(1),
    time: formatTimestamp(begun + BigInt(Math.floor(size / 3)) * steps),
  };
  for (let i = 0; i < size; i += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, size - i) }, (_, more) => rowsOf(i + more, names)).flat();
    index.write({ head, rows, versions: [] });
  }
  const reads: Reads = { records: 0, rows: 0, entries: 0 };
  return { store: countRecords(repeated, size, reads), index: countRows(index, reads), reads, names };
}

/** Rows of one more owner, object, token, collection and asset; most belong to one account, asset and collection. */
function rowsOf(i: number, { account, asset, token, collection }: GrownLedger["names"]): readonly RowChange[] {
  // In another order than that of their numbers.
  const mixed = (i * 7_919) % 10_007;
  const at = {
    last_transaction_version: BigInt(mixed),
    last_transaction_timestamp: formatTimestamp(BigInt(mixed) * steps),
  };
  const own = i % 3 === 0 ? account : hex(i);
  const amount = BigInt(i % 5 === 0 ? 0 : mixed);
  return [
    change("current_fungible_asset_balances", {
      ...{ storage_id: hex(i), owner_address: own, asset_type: i % 2 === 0 ? asset : hex(i), amount, ...at },
    }),
    change("fungible_asset_metadata", {
      ...{ asset_type: i === 0 ? asset : hex(i), creator_address: own, symbol: `S${i}`, ...at },
    }),
    change("current_objects", { object_address: hex(i), owner_address: own, ...at }),
    change("current_collections_v2", {
      ...{ collection_id: hex(i), creator_address: own, collection_name: `collection ${i}` },
      ...{ current_supply: amount, token_standard: "v2", ...at },
    }),
    change("current_token_datas_v2", {
      ...{ token_data_id: i === 0 ? token : hex(i), collection_id: i % 2 === 0 ? collection : hex(i) },
      ...{ token_name: `token ${i}`, ...at },
    }),
    change("current_token_ownerships_v2", {
      ...{ token_data_id: i % 4 === 1 ? token : hex(i), property_version_v1: 0n, storage_id: hex(i) },
      ...{ owner_address: own, amount, ...at },
    }),
  ];
}

function change(table: keyof typeof currentTables, values: Row): RowChange {
  const empty = Object.keys(currentTables[table].columns).map((column) => [column, null] as const);
  const row = { ...Object.fromEntries(empty), ...values };
  const key = keyOf(table, row);
  return { key: `${table} ${key}`, row: writeRow(table, key, row), found: rowTopics(table, row), lost: [] };
}

function countRecords(records: readonly LedgerRecord[], size: number, reads: Reads): LedgerReader {
  const summary = {
    ...{ chainId: 4, version: BigInt(size - 1), oldestVersion: 0n, oldestLedgerVersion: 0n },
    ...{ blockHeight: BigInt(size - 1), epoch: 1n, timestampUsecs: begun + BigInt(size) * steps, incarnation: 1 },
  } as unknown as LedgerSummary;
  const store: Partial<LedgerReader> = {
    summary: () => summary,
    readBlockByVersion: blockOf,
    readState: () => undefined,
    readRecord(version) {
      reads.records += 1;
      return { ...records[Number(version) % records.length]!, version };
    },
  };
  return store as LedgerReader;
}

/** An index whose reads are counted by what they give. */
function countRows(index: MemoryIndex, reads: Reads): TableIndexReader {
  const counted: Readonly<Record<string, "rows" | "entries">> = {
    ...{ readRows: "rows", listRows: "rows", listPlacedRows: "rows", listRowsOf: "rows" },
    ...{ listVersions: "entries", listPlacedVersions: "entries" },
  };
  return new Proxy<TableIndexReader>(index, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      const what = counted[String(name)];
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const given = value.apply(target, args) as unknown;
        if (what !== undefined) reads[what] += (given as readonly unknown[]).flat().length;
        return given;
      };
    },
  });
}
