import { concatBytes } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";

/**
 * Unpacks a stream that begins like a gzip file, and passes on any other: the published backups compress every file without
 * saying so.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.2 | Specification, ingest 6.2}
 */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array(0);
  while (start.length < 2) {
    const { done, value } = await iterator.next();
    if (done) break;
    start = concatBytes(start, value);
  }
  const whole = (async function* () {
    try {
      yield start;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    yield* whole;
    return;
  }
  try {
    yield* ReadableStream.from(whole).pipeThrough(new DecompressionStream("gzip"));
  } catch (cause) {
    if (cause instanceof SyncError) throw cause;
    throw new SyncError("invalid_backup", "a compressed file is damaged or cut short", { cause });
  }
}

/** Reads a small file whole. @throws {@link SyncError} `too_large` above `limit` bytes */
export async function readWhole(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) {
      throw new SyncError("too_large", "a file of the backup is too large", {
        field: "bytes",
        expected: `at most ${limit}`,
        actual: `more than ${limit}`,
      });
    }
    parts.push(chunk);
  }
  return concatBytes(...parts);
}

/** Bytes of the length before a record. */
const headerLength = 4;

/**
 * Cuts a chunk file into its records: each has its length in front, four bytes, high byte first.
 *
 * @param limit - most bytes of a record
 * @throws {@link SyncError} `invalid_backup` when the file ends inside a record, `too_large` for a longer record
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.5 | Specification, ingest 6.5}
 */
export async function* readFramed(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let available = 0;
  let wanted = headerLength;
  for await (const chunk of chunks) {
    parts.push(chunk);
    available += chunk.length;
    // Joined only when the next record is complete, so that one long record does not cost its square.
    if (available < wanted) continue;
    const bytes = parts.length === 1 ? chunk : concatBytes(...parts);
    let at = 0;
    for (;;) {
      wanted = headerLength;
      if (bytes.length - at < wanted) break;
      const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
      if (length > limit) {
        throw new SyncError("too_large", "a record of the backup is too large", {
          field: "bytes",
          expected: `at most ${limit}`,
          actual: String(length),
        });
      }
      wanted += length;
      if (bytes.length - at < wanted) break;
      yield bytes.subarray(at + headerLength, at + wanted);
      at += wanted;
    }
    parts = [bytes.subarray(at)];
    available = bytes.length - at;
  }
  if (available > 0) throw new SyncError("invalid_backup", "a chunk file ends inside a record");
}
