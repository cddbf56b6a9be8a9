import { closeSync, openSync, readSync, statSync } from "node:fs";

const walHeaderBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says in which order of bytes the checksums are computed. */
const magic = 0x377f0682;
const framesAtOnce = 256;

/** The pages that a write-ahead log has for its database. */
export interface WalPages {
  /** Numbers of the pages, from 1 on, that are read from the log. */
  readonly pages: ReadonlySet<number>;
  /** Pages of the database after the last commit of the log; `undefined` where it has none. */
  readonly databasePages: number | undefined;
}

const nothing: WalPages = { pages: new Set(), databasePages: undefined };

/**
 * Reads a write-ahead log as SQLite does: up to the last commit before the first frame that is not right.
 *
 * @see https://www.sqlite.org/fileformat.html#the_write_ahead_log
 */
export function readWalPages(path: string, pageSize: number): WalPages {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return nothing;
  const descriptor = openSync(path, "r");
  try {
    const header = Buffer.alloc(walHeaderBytes);
    if (readSync(descriptor, header, 0, walHeaderBytes, 0) < walHeaderBytes) return nothing;
    if ((header.readUInt32BE(0) & ~1) >>> 0 !== magic || header.readUInt32BE(8) !== pageSize) return nothing;
    const sums = new WalSums((header.readUInt32BE(0) & 1) === 1);
    sums.add(header, 0, 24);
    return sums.isAt(header, 24) ? readFrames(descriptor, header.subarray(16, 24), pageSize, sums) : nothing;
  } finally {
    closeSync(descriptor);
  }
}

function readFrames(descriptor: number, salts: Buffer, pageSize: number, sums: WalSums): WalPages {
  const frameBytes = frameHeaderBytes + pageSize;
  const frames = Buffer.allocUnsafeSlow(framesAtOnce * frameBytes);
  const pages = new Set<number>();
  let databasePages: number | undefined;
  let uncommitted: number[] = [];
  for (let place = walHeaderBytes; ; place += frames.length) {
    const read = readSync(descriptor, frames, 0, frames.length, place);
    for (let at = 0; at + frameBytes <= read; at += frameBytes) {
      sums.add(frames, at, at + 8);
      sums.add(frames, at + frameHeaderBytes, at + frameBytes);
      if (frames.compare(salts, 0, 8, at + 8, at + 16) !== 0 || !sums.isAt(frames, at + 16)) {
        return { pages, databasePages };
      }
      uncommitted.push(frames.readUInt32BE(at));
      const after = frames.readUInt32BE(at + 4);
      if (after === 0) continue;
      databasePages = after;
      for (const page of uncommitted) pages.add(page);
      uncommitted = [];
    }
    if (read < frames.length) return { pages, databasePages };
  }
}

/** The running checksums of a log. */
class WalSums {
  readonly #isBigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  add(bytes: Buffer, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    let first = this.#first;
    let second = this.#second;
    for (let at = start; at < end; at += 8) {
      first = (first + view.getUint32(at, !this.#isBigEndian) + second) >>> 0;
      second = (second + view.getUint32(at + 4, !this.#isBigEndian) + first) >>> 0;
    }
    this.#first = first;
    this.#second = second;
  }

  isAt(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }
}
