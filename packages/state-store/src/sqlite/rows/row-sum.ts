import { crc32 } from "node:zlib";
import { StoreError } from "../../store-error.ts";
import { checksum } from "./checksum.ts";
import { columnsOf, type SumsOf, type TableName, tables } from "./tables.ts";

/** Up to this many bytes {@link checksum} is faster than the call of a CRC, which is several times as fast from there on. */
const longestMurmur = 256;

/** Computes a checksum of a row. */
export type Sum = (row: Readonly<Record<string, unknown>>) => number;

/**
 * Prepares a checksum of rows: over the name of the table, the first column, and the columns between the checksum before and this one. So
 * a row that moved to another key, or whose columns have other bounds, does not match.
 *
 * @param column - one that the table declares as `checksum`
 */
export function prepareSum<Table extends TableName>(table: Table, column: SumsOf<Table>): Sum {
  const names = columnsOf(table) as readonly string[];
  const types: Readonly<Record<string, string>> = tables[table];
  const end = names.indexOf(column);
  const before = names.findLastIndex((name, i) => i < end && types[name] === "checksum");
  const covered = before < 0 ? names.slice(0, end) : [names[0]!, ...names.slice(before + 1, end)];
  const start = addColumn(0, table);
  return (row) => {
    let sum = start;
    for (const name of covered) sum = addColumn(sum, row[name]);
    return sum;
  };
}

/**
 * Prepares the check of rows that were read with all that a checksum covers.
 *
 * @returns a function that returns the row; it throws StoreError `corrupt` for one that is not as it was written
 */
export function prepareCheck<Table extends TableName, Column extends SumsOf<Table>>(
  table: Table,
  column: Column,
): <Found extends Readonly<Record<Column, unknown>>>(row: Found) => Found {
  const sumOf = prepareSum(table, column);
  const key = columnsOf(table)[0]!;
  return (row) => {
    const columns = row as Readonly<Record<string, unknown>>;
    if (columns[column] === sumOf(columns)) return row;
    throw damagedRow(`table ${table}, ${key} ${describe(columns[key])}`);
  };
}

/** The refusal of a row that is not as it was written. @param place - its table and its key, for people */
export function damagedRow(place: string): StoreError {
  return damagedFile(`${place} does not match its checksum`);
}

/** The refusal of an answer that a row belongs to which is not there. */
export function missingRow(table: TableName, key: string): StoreError {
  return damagedFile(`table ${table}, ${key} is missing`);
}

function damagedFile(fault: string): StoreError {
  return new StoreError(
    "corrupt",
    `the ledger's file is damaged: ${fault}; see what 'ledger-node verify' finds, then put a backup in its place with 'restore --replace', or sync again`,
  );
}

/** Chains the checksum of a value to that of the values before it. Its type and its length count. */
function addColumn(sum: number, value: unknown): number {
  if (typeof value === "number") return mix(mix(sum, value), Math.floor(value / 2 ** 32));
  if (value === null) return mix(sum, -1);
  return typeof value === "string" ? addBytes(~sum, Buffer.from(value)) : addBytes(sum, value as Uint8Array);
}

/** Takes 32 bits, whose changes it never loses. */
function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, 0xcc9e2d51);
  return mixed ^ (mixed >>> 15);
}

function addBytes(sum: number, bytes: Uint8Array): number {
  const { length } = bytes;
  return (length <= longestMurmur ? checksum(bytes, 0, length, sum) : crc32(bytes, mix(sum, length) >>> 0)) | 0;
}

function describe(key: unknown): string {
  return key instanceof Uint8Array ? `0x${Buffer.from(key.subarray(0, 40)).toString("hex")}` : String(key).slice(0, 80);
}
