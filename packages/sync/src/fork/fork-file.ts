import {
  bytesToHash,
  formatAddressLong,
  formatHex,
  formatStructTag,
  type HashValue,
  hexToBytes,
  parseAddress,
  parseStructTag,
  type StateItem,
  type StructTag,
} from "@ledger/types";
import { ForkError } from "./fork-error.ts";

/** The place at which a fork leaves the ledger that it is of. */
export interface ForkPoint {
  readonly chainId: number;
  /** The last version that both have. */
  readonly version: bigint;
  /** Root of the transaction accumulator there: it names the whole history of the ledger. */
  readonly accumulatorRoot: HashValue;
  /** Of the block that holds the version; `undefined` at genesis. */
  readonly block: { readonly height: bigint; readonly epoch: bigint; readonly round: bigint } | undefined;
  /** True if state values come with their metadata: without it, refunds of storage fees cannot be known. */
  readonly hasMetadata: boolean;
}

/** The knowledge of all keys of an account at the fork point. */
export interface ForkListing {
  readonly modules: readonly string[];
  readonly resources: readonly StructTag[];
}

/** The knowledge of a ledger's state at a fork point. */
export interface ForkContent {
  readonly point: ForkPoint;
  /** By hex of the encoded state key; `undefined` for a key that is known to have no item. */
  readonly values: ReadonlyMap<string, StateItem | undefined>;
  /** By hex of the address. */
  readonly listings: ReadonlyMap<string, ForkListing>;
}

/** Raised when the form changes. */
const formatVersion = 1;
/** Characters of a file that is read. */
const maxFileLength = 512 * 1024 * 1024;

/**
 * The file of a fork point: lines of JSON. The first says what it is of, the last how many lines there are; between them are values by
 * their keys, then listings by their addresses, both in ascending order, so that the same content is the same file. Values are
 * Base64, keys and metadata hex.
 */
export function formatForkFile({ point, values, listings }: ForkContent): string {
  const { chainId, version, accumulatorRoot, block, hasMetadata } = point;
  const head = {
    ledgerFork: formatVersion,
    chainId,
    version: `${version}`,
    accumulatorRoot: formatHex(accumulatorRoot),
    ...(block && { height: `${block.height}`, epoch: `${block.epoch}`, round: `${block.round}` }),
    hasMetadata,
  };
  const lines: object[] = [head];
  for (const [key, found] of sorted(values)) {
    if (found === undefined) lines.push({ key: `0x${key}`, absent: true });
    else {
      const metadata = found.metadata && { metadata: formatHex(found.metadata) };
      lines.push({ key: `0x${key}`, value: toBase64(found.bytes), ...metadata });
    }
  }
  for (const [account, { modules, resources }] of sorted(listings)) {
    lines.push({
      account: `0x${account}`,
      modules: [...modules].sort(),
      resources: resources.map(formatStructTag).sort(),
    });
  }
  lines.push({ lines: lines.length + 1 });
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/**
 * Reads what {@link formatForkFile} made.
 *
 * @param name - of the file, for people
 * @throws {@link ForkError} `cache_unusable`, with the line
 */
export function parseForkFile(text: string, name: string): ForkContent {
  if (text.length > maxFileLength) throw new ForkError("cache_unusable", `${name} is larger than a cache may be`);
  const lines = text.split("\n");
  let at = 0;
  try {
    if (lines.pop() !== "" || read(lines.at(-1)).lines !== lines.length) throw new TypeError("it is cut short");
    const point = parsePoint(read(lines[0]));
    const values = new Map<string, StateItem | undefined>();
    const listings = new Map<string, ForkListing>();
    for (at = 1; at < lines.length - 1; at++) {
      const line = read(lines[at]);
      if ("key" in line) values.set(text0x(line.key), parseValue(line));
      else {
        const resources = strings(line.resources).map(parseStructTag);
        const address = formatAddressLong(parseAddress(String(line.account)));
        listings.set(address.slice(2), { modules: strings(line.modules), resources });
      }
    }
    return { point, values, listings };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ForkError(
      "cache_unusable",
      `${name}, line ${at + 1}: ${reason}; delete the file, and it will be made again`,
      {
        cause,
      },
    );
  }
}

type Line = Readonly<Record<string, unknown>>;

function read(line: string | undefined): Line {
  const value: unknown = JSON.parse(line ?? "");
  if (typeof value !== "object" || value === null) throw new TypeError("not an object");
  return value as Line;
}

function parsePoint(head: Line): ForkPoint {
  const { ledgerFork, chainId, version, accumulatorRoot, height, epoch, round, hasMetadata } = head;
  if (typeof ledgerFork !== "number") throw new TypeError("the file is not the cache of a fork");
  if (ledgerFork > formatVersion) {
    throw new TypeError(`it has format ${ledgerFork}; this release reads formats up to ${formatVersion}`);
  }
  if (typeof chainId !== "number" || typeof hasMetadata !== "boolean")
    throw new TypeError("the first line does not describe a fork");
  return {
    chainId,
    version: number(version),
    accumulatorRoot: bytesToHash(hexToBytes(text0x(accumulatorRoot))),
    block: height === undefined ? undefined : { height: number(height), epoch: number(epoch), round: number(round) },
    hasMetadata,
  };
}

function parseValue({ value, absent, metadata }: Line): StateItem | undefined {
  if (absent === true) return undefined;
  if (typeof value !== "string") throw new TypeError("expected a value or absent");
  return { bytes: fromBase64(value), metadata: metadata === undefined ? undefined : hexToBytes(text0x(metadata)) };
}

function number(value: unknown): bigint {
  if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) throw new TypeError("expected a number as text");
  return BigInt(value);
}

function text0x(value: unknown): string {
  if (typeof value !== "string" || !/^0x([0-9a-f]{2})*$/.test(value)) throw new TypeError("expected hex with 0x");
  return value.slice(2);
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    throw new TypeError("expected a list of texts");
  return value;
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Bytes whose text is made at a time: `fromCharCode` takes no more arguments than the stack holds. */
const piece = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
