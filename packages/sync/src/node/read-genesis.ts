import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { SyncError } from "../refusal/sync-error.ts";
import { readBody } from "../rest/read-body.ts";

/** Longest genesis accepted: 64 MiB. The largest published one is 1.5 MB. */
export const maxGenesisBytes = 64 * 1024 * 1024;

/** How {@link readGenesis} fetches. */
export interface ReadGenesisOptions {
  /** Stops a download. */
  readonly signal?: AbortSignal | undefined;
  /** Most milliseconds for a whole download; 60,000 when absent. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Reads a genesis blob from a file or an `http(s)` URL.
 *
 * @param pathOrUrl - file system path, `file:` URL or `http(s)` URL
 * @throws {@link SyncError} `too_large` above {@link maxGenesisBytes}, `unreadable` when the file or URL cannot be read,
 * `invalid_genesis` for a text
 */
export async function readGenesis(pathOrUrl: string, options: ReadGenesisOptions = {}): Promise<Uint8Array> {
  const bytes = await readAll(pathOrUrl, options);
  // The first byte of a transaction is the number of its kind, so one that can be printed begins a text, such as a page that says "not found".
  if (bytes[0] === undefined || bytes[0] < 0x20) return bytes;
  const beginning = JSON.stringify(String.fromCharCode(...bytes.subarray(0, 20)));
  // A URL may hold a password.
  const name = isWebAddress(pathOrUrl) ? "the genesis that was downloaded" : pathOrUrl;
  throw new SyncError("invalid_genesis", `${name} is not a transaction in BCS: it begins with ${beginning}`);
}

function isWebAddress(pathOrUrl: string): boolean {
  return /^https?:\/\//i.test(pathOrUrl);
}

async function readAll(pathOrUrl: string, options: ReadGenesisOptions): Promise<Uint8Array> {
  if (isWebAddress(pathOrUrl)) return downloadGenesis(pathOrUrl, options);
  return readBoundedFile(/^file:\/\//i.test(pathOrUrl) ? new URL(pathOrUrl) : pathOrUrl, maxGenesisBytes);
}

async function downloadGenesis(url: string, options: ReadGenesisOptions): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 60_000);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  let response: Response;
  try {
    // What was named is what is read: a redirect could lead to a place inside of the own network.
    response = await fetch(url, { signal, redirect: "manual" });
  } catch (cause) {
    throw new SyncError("unreadable", "the genesis could not be downloaded", { cause });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new SyncError("unreadable", "the genesis could not be downloaded", {
      field: "status",
      expected: "200",
      actual: String(response.status),
    });
  }
  try {
    return await readBody(response, maxGenesisBytes);
  } catch (cause) {
    if (cause instanceof SyncError) throw cause;
    throw new SyncError("unreadable", "the genesis download was interrupted", { cause });
  }
}

/**
 * Reads a regular file whole, at most `limit` bytes. The bound holds while reading, whatever the file's size claims.
 *
 * @throws {@link SyncError} `too_large`, `unreadable`
 */
export async function readBoundedFile(path: string | URL, limit: number): Promise<Uint8Array> {
  try {
    // A pipe is opened without waiting for its other side, and then refused.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const info = await file.stat();
    if (!info.isFile()) throw new SyncError("unreadable", `${path} is not a regular file`);
    if (info.size > limit) throw tooLarge(limit, info.size);
    const bytes = new Uint8Array(info.size);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } catch (cause) {
    if (cause instanceof SyncError) throw cause;
    throw new SyncError("unreadable", `${path} could not be read (${errorCode(cause)})`, { cause });
  }
}

function tooLarge(limit: number, size: number): SyncError {
  return new SyncError("too_large", "the file is too large", {
    field: "bytes",
    expected: `at most ${limit}`,
    actual: String(size),
  });
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}
