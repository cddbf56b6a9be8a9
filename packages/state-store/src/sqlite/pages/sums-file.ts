import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { StoreError } from "../../store-error.ts";
import { checksum } from "../rows/checksum.ts";

/** Of a file with the sums of pages: "LDPS", and the format of the file. */
const magic = 0x4c445053;
const format = 1;
const headerBytes = 32;
/** Offset in the header of the latest version that was committed; its checksum follows. */
const headAt = 8;
const headBytes = 8;
const sumBytes = 4;

/** The name of the file with the sums of a database's pages. */
export function sumsPath(path: string): string {
  return `${path}-sums`;
}

/**
 * The file with the sum of each page of a database, next to it: a header, then a u32 for each page, little-endian. 0 is for a page of
 * which nothing is known.
 */
export class SumsFile {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** @returns `undefined` where there is none, or none that this build knows */
  static tryOpen(path: string, access: "r" | "r+"): SumsFile | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(sumsPath(path), access);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    const header = Buffer.alloc(headerBytes);
    readSync(descriptor, header, 0, headerBytes, 0);
    if (header.readUInt32BE(0) === magic && header.readUInt32LE(4) === format) return new SumsFile(descriptor);
    closeSync(descriptor);
    return undefined;
  }

  /** Makes an empty one, in the place of any that is there. */
  static create(path: string): SumsFile {
    const descriptor = openSync(sumsPath(path), "w+");
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32BE(magic, 0);
    header.writeUInt32LE(format, 4);
    writeSync(descriptor, header, 0, headerBytes, 0);
    return new SumsFile(descriptor);
  }

  /** All sums, in the order of the pages. */
  read(): Uint32Array {
    const count = Math.max(0, Math.floor((fstatSync(this.#descriptor).size - headerBytes) / sumBytes));
    const sums = new Uint32Array(count);
    readSync(this.#descriptor, new Uint8Array(sums.buffer), 0, count * sumBytes, headerBytes);
    return sums;
  }

  /** Writes the sums of some pages. @param first - index of the first one */
  write(sums: Uint32Array, first: number, count: number): void {
    const bytes = new Uint8Array(sums.buffer, first * sumBytes, count * sumBytes);
    onDisk(() => writeSync(this.#descriptor, bytes, 0, bytes.length, headerBytes + first * sumBytes));
  }

  /** The latest version that was committed to a ledger, as far as it was noted. */
  readHead(): number | undefined {
    const bytes = Buffer.alloc(headBytes + sumBytes);
    if (readSync(this.#descriptor, bytes, 0, bytes.length, headAt) < bytes.length) return undefined;
    const isWhole = bytes.readUInt32LE(headBytes) === checksum(bytes, 0, headBytes, magic);
    return isWhole ? bytes.readDoubleLE(0) : undefined;
  }

  noteHead(version: number): void {
    const bytes = Buffer.alloc(headBytes + sumBytes);
    bytes.writeDoubleLE(version, 0);
    bytes.writeUInt32LE(checksum(bytes, 0, headBytes, magic), headBytes);
    writeSync(this.#descriptor, bytes, 0, bytes.length, headAt);
  }

  sync(): void {
    onDisk(() => fdatasyncSync(this.#descriptor));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Works on a file of sums, or the log. @throws StoreError `disk_full`, `io_error` */
export function onDisk(work: () => unknown): void {
  try {
    work();
  } catch (cause) {
    const isFull = (cause as NodeJS.ErrnoException).code === "ENOSPC";
    const [code, text] = isFull
      ? (["disk_full", "there is no room to write"] as const)
      : (["io_error", "the file system failed"] as const);
    throw new StoreError(code, `${text} (sums of pages)`, { cause });
  }
}
