import { closeSync, openSync, readSync } from "node:fs";
import { fileNextTo, type StoreLocation } from "./location.ts";
import { indexFiles } from "./open-table-index.ts";
import { treeFile } from "./open-tree.ts";

/** Bytes of a SQLite file's header with its sizes: that of a page, how many there are, and how many of them are free. */
const headerBytes = 40;

/** Bytes that the files next to a ledger hold: its state tree and its indexes. What is free in them is used again, and not counted. */
export function bytesBeside(location: StoreLocation): number {
  if (location.kind === "postgres") return 0;
  const files = [treeFile(location), ...indexFiles.map((name) => fileNextTo(location, name))];
  return files.reduce((sum, file) => sum + usedBytes(file), 0);
}

function usedBytes(path: string): number {
  const header = new DataView(new ArrayBuffer(headerBytes));
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // Not there, or not to be read: it is made again.
    return 0;
  }
  try {
    if (readSync(file, header) < headerBytes) return 0;
  } finally {
    closeSync(file);
  }
  // 65,536 does not fit the two bytes, and is written as 1.
  const pageSize = header.getUint16(16) === 1 ? 65_536 : header.getUint16(16);
  return (header.getUint32(28) - header.getUint32(36)) * pageSize;
}
