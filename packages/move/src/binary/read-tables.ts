import { BinaryReader } from "./binary-reader.ts";
import type { CommonTables, Constant, Instantiation, MetadataEntry, ModuleHandle } from "./compiled-module.ts";
import { identifierText } from "./identifier.ts";
import { binaryLimits, maxBinaryVersion, minBinaryVersion, versionFlavor } from "./limits.ts";
import { readFunctionHandle, readIndex, readStructHandle } from "./read-handles.ts";
import { readToken, type SignatureToken } from "./signature-token.ts";
import { isModuleOnly, type TableName, tableOfKind, tableSince } from "./table-kind.ts";

const magic = [0xa1, 0x1c, 0xeb, 0x0b];
const addressLength = 32;

interface TableSpan {
  readonly start: number;
  readonly end: number;
}

/** The header of a module or script: where each table lies and where the tail begins. */
export interface TableDirectory {
  readonly version: number;
  readonly versionWord: number;
  /** Bytes from the input's start. */
  readonly spans: ReadonlyMap<TableName, TableSpan>;
  /** The bytes after the tables. */
  readonly tail: BinaryReader;
}

/**
 * Reads magic, version and table headers.
 *
 * @throws {@link MoveError} `bad_magic`, `unsupported_version`, `bad_table`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#1 | Specification, module format 1}
 */
export function readDirectory(bytes: Uint8Array, form: "module" | "script"): TableDirectory {
  const reader = new BinaryReader(bytes);
  for (let i = 0; i < magic.length; i++) {
    if (bytes[i] !== magic[i]) throw reader.error("bad_magic", "the input is not a Move binary", 0);
  }
  reader.skip(magic.length);
  const versionWord = reader.u32();
  const version = (versionWord & ~versionFlavor) >>> 0;
  if (version < minBinaryVersion || version > maxBinaryVersion) {
    throw reader.error("unsupported_version", "the binary's version is not supported", magic.length);
  }
  const headers: { name: TableName; offset: number; length: number }[] = [];
  const seen = new Set<TableName>();
  for (let count = reader.uleb(255); count > 0; count--) {
    const at = reader.position;
    const name = tableOfKind(reader.u8());
    if (name === undefined || version < tableSince(name)) throw reader.error("bad_table", "a table is unknown", at);
    if (form === "script" && isModuleOnly(name)) throw reader.error("bad_table", "a script cannot have this table", at);
    if (seen.has(name)) throw reader.error("bad_table", "a table occurs twice", at);
    seen.add(name);
    const offset = reader.uleb(0xffff_ffff);
    const length = reader.uleb(0xffff_ffff);
    if (length === 0) throw reader.error("bad_table", "a table is empty", at);
    headers.push({ name, offset, length });
  }
  const contents = reader.position;
  const spans = new Map<TableName, TableSpan>();
  let next = 0;
  for (const { name, offset, length } of headers.sort((a, b) => a.offset - b.offset)) {
    if (offset !== next) throw reader.error("bad_table", "tables overlap or leave a gap", contents);
    next += length;
    if (next > bytes.length - contents) throw reader.error("unexpected_end", "a table ends after the input", contents);
    spans.set(name, { start: contents + offset, end: contents + next });
  }
  return { version, versionWord, spans, tail: new BinaryReader(bytes, contents + next) };
}

/** Reads one table: entries until its span is used up. An absent table has none. */
export function readTable<T>(
  directory: TableDirectory,
  name: TableName,
  readEntry: (reader: BinaryReader, version: number) => T,
): T[] {
  const span = directory.spans.get(name);
  if (span === undefined) return [];
  const reader = new BinaryReader(directory.tail.bytes, span.start, span.end);
  const entries: T[] = [];
  while (!reader.done) entries.push(readEntry(reader, directory.version));
  return entries;
}

/** Reads the tables that modules and scripts share. */
export function readCommonTables(directory: TableDirectory): CommonTables {
  return {
    version: directory.version,
    versionWord: directory.versionWord,
    moduleHandles: readTable(directory, "moduleHandles", readModuleHandle),
    structHandles: readTable(directory, "structHandles", readStructHandle),
    functionHandles: readTable(directory, "functionHandles", readFunctionHandle),
    functionInstantiations: readTable(directory, "functionInstantiations", readInstantiation),
    signatures: readTable(directory, "signatures", readSignature),
    identifiers: readTable(directory, "identifiers", readIdentifier),
    addresses: readTable(directory, "addresses", (reader) => reader.take(addressLength)),
    constants: readTable(directory, "constants", readConstant),
    metadata: readTable(directory, "metadata", readMetadataEntry),
  };
}

/** Reads a module by address and name. */
export function readModuleHandle(reader: BinaryReader): ModuleHandle {
  return { address: readIndex(reader), name: readIndex(reader) };
}

/** Reads a generic entry and its type arguments. */
export function readInstantiation(reader: BinaryReader): Instantiation {
  return { target: readIndex(reader), typeArgs: readIndex(reader) };
}

function readSignature(reader: BinaryReader, version: number): SignatureToken[] {
  const tokens: SignatureToken[] = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) tokens.push(readToken(reader, version));
  return tokens;
}

function readIdentifier(reader: BinaryReader, version: number): string {
  const at = reader.position;
  const start = reader.skip(reader.uleb(binaryLimits.identifier));
  const name = identifierText(reader.bytes, start, reader.position, version);
  if (name === undefined) throw reader.error("bad_identifier", "an identifier is malformed", at);
  return name;
}

function readConstant(reader: BinaryReader, version: number): Constant {
  return { type: readToken(reader, version), data: reader.take(reader.uleb(binaryLimits.blob)) };
}

function readMetadataEntry(reader: BinaryReader): MetadataEntry {
  return {
    key: reader.take(reader.uleb(binaryLimits.metadataKey)),
    value: reader.take(reader.uleb(binaryLimits.blob)),
  };
}
