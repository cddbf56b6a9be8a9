import { createHash } from "node:crypto";

// A record in the neutral form of the vectors, and what the plain rows ask of one. Nothing here imports the product's rules.

/** A value of the REST form. */
// biome-ignore lint/suspicious/noExplicitAny: fields are read by the names of the framework, and a wrong one fails the vectors
export type Json = any;

export interface PlainChange {
  readonly op: "write" | "delete";
  readonly kind: "resource" | "group_member" | "group" | "table_item" | "module";
  readonly address: string;
  /** The resource's type; that of the group, where the whole group is deleted. */
  readonly type: string;
  readonly data?: Json;
  readonly group?: string;
  /** Place in `writes`. */
  readonly write: number;
}

export interface PlainEvent {
  readonly index: number;
  readonly key: { readonly account: string; readonly creation_number: string } | null;
  readonly type: string;
  readonly data: Json;
}

export interface PlainRecord {
  readonly version: string;
  readonly kind: string;
  readonly block_height: string;
  readonly timestamp_usecs: string;
  readonly info: { readonly gas_used: string; readonly success: boolean };
  readonly transaction: Json;
  readonly events: readonly PlainEvent[];
  readonly changes: readonly PlainChange[];
  readonly writes: readonly { readonly state_key_hash: string }[];
}

export type PlainRow = Readonly<Record<string, unknown>>;

/** Rows by table and key. */
export type PlainTables = Map<string, Map<string, PlainRow>>;

export const nobody = `0x${"0".repeat(64)}`;
export const objectGroup = "0x1::object::ObjectGroup";
export const objectCore = "0x1::object::ObjectCore";
export const fungibleStore = "0x1::fungible_asset::FungibleStore";

/** An address with all its digits. */
export const wide = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;

/** The data of a resource that the transaction wrote at an address. */
export function written(record: PlainRecord, address: string, type: string): Json | undefined {
  return record.changes.find(
    (change) => change.op === "write" && change.type === type && wide(change.address) === address,
  )?.data;
}

/** Sheet, 3: a member of a group counts as a resource of its own. Modules and items of tables are no resources. */
export const isResource = ({ kind }: PlainChange): boolean =>
  kind === "resource" || kind === "group_member" || kind === "group";

/** True where any resource was written at an address. */
export const anyWritten = (record: PlainRecord, address: string): boolean =>
  record.changes.some((change) => change.op === "write" && isResource(change) && wide(change.address) === address);

/** Sheet, 3: UTC without zone, microseconds, and no fraction if it is zero. */
export function time(record: PlainRecord): string {
  const fraction = record.timestamp_usecs.slice(-6);
  return fraction === "000000" ? seconds(record) : `${seconds(record)}.${fraction}`;
}

/** Sheet, 3: the tables of fungible assets have whole seconds. */
export const seconds = (record: PlainRecord): string =>
  new Date(Number(BigInt(record.timestamp_usecs) / 1_000_000n) * 1000).toISOString().slice(0, 19);

/** The called function, also the inner one of a multisig payload; null for scripts. */
export function calledFunction({ transaction }: PlainRecord): string | null {
  const payload = transaction.payload;
  return payload?.function ?? payload?.transaction_payload?.function ?? null;
}

const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), "hex");

/** Sheet, 3.1: sha3-256(owner, metadata, `fc`). */
export const primaryStore = (owner: string, metadata: string): string =>
  `0x${createHash("sha3-256").update(bytes(owner)).update(bytes(metadata)).update("\xfc", "latin1").digest("hex")}`;

/** Sheet, 3.1: `0xa` for the coin of fees, else sha3-256(`0xa`, the type's text, `fe`). */
export const pairedMetadata = (coin: string): string =>
  coin === "0x1::aptos_coin::AptosCoin"
    ? wide("0xa")
    : `0x${createHash("sha3-256")
        .update(bytes(wide("0xa")))
        .update(coin)
        .update("\xfe", "latin1")
        .digest("hex")}`;

/** Puts a row over the columns of an older one. */
export function putRow(tables: PlainTables, table: string, key: string, row: PlainRow): void {
  const rows = tables.get(table) ?? new Map<string, PlainRow>();
  rows.set(key, { ...rows.get(key), ...row });
  tables.set(table, rows);
}

export const findRow = (tables: PlainTables, table: string, key: string): PlainRow | undefined =>
  tables.get(table)?.get(key);
