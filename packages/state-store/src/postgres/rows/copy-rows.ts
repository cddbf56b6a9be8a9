import type { Parameter } from "../connection/session.ts";
import { type ColumnType, type LoadedColumn, type Row, type TableName, valuesOf } from "./tables.ts";

/** The beginning of a binary COPY: the signature, no flags, no extension. */
const copyHeader = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);

/** Its end, in place of a count of columns. */
const copyTrailer = -1;

/**
 * Rows of one table in the binary form of COPY.
 *
 * @param columns - of the table, in the order of the COPY
 * @param part - whether the COPY begins and ends with these rows
 * @see PostgreSQL, COPY, binary format
 */
export function encodeRows<Table extends TableName>(
  columns: readonly LoadedColumn<Table>[],
  rows: readonly Row<Table>[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Buffer {
  const values = valuesOf(columns, rows);
  let length = copyHeader.length + 2 + rows.length * 2;
  for (let at = 0; at < values.length; ) {
    for (const { type } of columns) length += 4 + valueLength(type, values[at++]!);
  }
  const target = Buffer.allocUnsafe(length);
  const view = viewOf(target);
  let offset = isFirst ? copyHeader.copy(target) : 0;
  for (let at = 0; at < values.length; ) {
    view.setInt16(offset, columns.length);
    offset += 2;
    for (const { type } of columns) offset = writeValue(target, view, offset, type, values[at++]!);
  }
  if (isLast) offset = target.writeInt16BE(copyTrailer, offset);
  return target.subarray(0, offset);
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
  const view = viewOf(target);
  for (const value of values) offset = writeValue(target, view, offset, type, value);
  return target;
}

/** Hashes of keys, in hexadecimal, as a parameter. */
export function encodeHashes(hashes: readonly string[]): Buffer {
  return encodeArray(
    "uuid",
    hashes.map((hash) => Buffer.from(hash, "hex")),
  );
}

const typeIds = { bigint: 20, smallint: 21, bytea: 17, uuid: 2950 } as const;

function valueLength(type: ColumnType, value: Parameter): number {
  if (value === null) return 0;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === "string") return Buffer.byteLength(value);
  return type === "bigint" ? 8 : type === "integer" ? 4 : type === "smallint" ? 2 : 1;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** @returns the offset after the value */
function writeValue(target: Buffer, view: DataView, start: number, type: ColumnType, value: Parameter): number {
  const offset = start + 4;
  if (value === null) {
    view.setInt32(start, -1);
    return offset;
  }
  const length = valueLength(type, value);
  view.setInt32(start, length);
  if (value instanceof Uint8Array) {
    target.set(value, offset);
  } else if (typeof value === "string") {
    target.write(value, offset);
  } else if (typeof value === "boolean") {
    target[offset] = value ? 1 : 0;
  } else if (type === "bigint") {
    view.setInt32(offset, Math.floor(value / 2 ** 32));
    view.setUint32(offset + 4, value >>> 0);
  } else if (type === "integer") {
    view.setInt32(offset, value);
  } else {
    view.setInt16(offset, value);
  }
  return offset + length;
}
