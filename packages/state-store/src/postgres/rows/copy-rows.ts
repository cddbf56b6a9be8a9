import type { Parameter } from "../connection/session.ts";

/** Types of the columns that rows are loaded into. */
export type ColumnType = "bigint" | "integer" | "smallint" | "boolean" | "bytea" | "uuid" | "text";

/** A table as rows are loaded into it: its columns in the order of a row's values. */
export interface LoadedTable<
  Columns extends Readonly<Record<string, ColumnType>> = Readonly<Record<string, ColumnType>>,
> {
  readonly name: string;
  readonly columns: Columns;
}

/** A row, in the order of its table's columns. */
export type Row = readonly Parameter[];

/** What a binary COPY begins with: the signature, no flags, no extension. */
export const copyHeader: Uint8Array = Uint8Array.of(
  0x50,
  0x47,
  0x43,
  0x4f,
  0x50,
  0x59,
  0x0a,
  0xff,
  0x0d,
  0x0a,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
);

/** What it ends with. */
export const copyTrailer: Uint8Array = Uint8Array.of(0xff, 0xff);

/**
 * Rows of one table in the binary form of COPY, which begins with {@link copyHeader} and ends with {@link copyTrailer}.
 *
 * @see PostgreSQL, COPY, binary format
 */
export function encodeRows({ columns }: LoadedTable, rows: readonly Row[]): Buffer {
  const types = Object.values(columns);
  let length = 0;
  for (const row of rows) {
    length += 2;
    for (let i = 0; i < types.length; i++) length += 4 + valueLength(types[i]!, row[i]!);
  }
  const target = Buffer.allocUnsafe(length);
  let offset = 0;
  for (const row of rows) {
    offset = target.writeInt16BE(types.length, offset);
    for (let i = 0; i < types.length; i++) offset = writeValue(target, offset, types[i]!, row[i]!);
  }
  return target;
}

/** Values of one type as a binary array parameter. @see PostgreSQL, array_recv */
export function encodeArray(type: "bigint" | "bytea" | "uuid" | "smallint", values: readonly Parameter[]): Buffer {
  let length = 20;
  for (const value of values) length += 4 + valueLength(type, value);
  const target = Buffer.allocUnsafe(length);
  const isEmpty = values.length === 0;
  let offset = target.writeInt32BE(isEmpty ? 0 : 1, 0);
  offset = target.writeInt32BE(values.includes(null) ? 1 : 0, offset);
  offset = target.writeInt32BE(typeIds[type], offset);
  if (isEmpty) return target.subarray(0, offset);
  offset = target.writeInt32BE(values.length, offset);
  offset = target.writeInt32BE(1, offset);
  for (const value of values) offset = writeValue(target, offset, type, value);
  return target;
}

const typeIds = { bigint: 20, smallint: 21, bytea: 17, uuid: 2950 } as const;

function valueLength(type: ColumnType, value: Parameter): number {
  if (value === null) return 0;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === "string") return Buffer.byteLength(value);
  return type === "bigint" ? 8 : type === "integer" ? 4 : type === "smallint" ? 2 : 1;
}

function writeValue(target: Buffer, start: number, type: ColumnType, value: Parameter): number {
  if (value === null) return target.writeInt32BE(-1, start);
  const length = valueLength(type, value);
  const offset = target.writeInt32BE(length, start);
  if (value instanceof Uint8Array) {
    target.set(value, offset);
  } else if (typeof value === "string") {
    target.write(value, offset);
  } else if (typeof value === "boolean") {
    target[offset] = value ? 1 : 0;
  } else if (type === "bigint") {
    target.writeInt32BE(Math.floor(value / 2 ** 32), offset);
    target.writeUInt32BE(value >>> 0, offset + 4);
  } else if (type === "integer") {
    target.writeInt32BE(value, offset);
  } else {
    target.writeInt16BE(value, offset);
  }
  return offset + length;
}
