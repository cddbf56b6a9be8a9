import { MoveError } from "../errors.ts";
import { BinaryWriter } from "./binary-writer.ts";
import { checkModule, checkScript } from "./check-bounds.ts";
import { writeCodeUnit } from "./code.ts";
import type { CommonTables, CompiledModule, CompiledScript, Instantiation, ModuleHandle } from "./compiled-module.ts";
import { identifierText } from "./identifier.ts";
import { binaryLimits, maxBinaryVersion, minBinaryVersion, versionFlavor } from "./limits.ts";
import { writeToken } from "./signature-token.ts";
import { type TableName, tableKinds, tableSince } from "./table-kind.ts";
import {
  writeAccessSpecifiers,
  writeConstraints,
  writeFunctionDefinition,
  writeFunctionHandle,
  writeIndex,
  writeStructDefinition,
  writeStructHandle,
} from "./write-entries.ts";

type Tables = CommonTables & Partial<CompiledModule>;
type EntryWriter<Name extends TableName> = (
  writer: BinaryWriter,
  entry: CompiledModule[Name][number],
  version: number,
) => void;

const entryWriters: { readonly [Name in TableName]: EntryWriter<Name> } = {
  moduleHandles: writeModuleHandle,
  structHandles: writeStructHandle,
  functionHandles: writeFunctionHandle,
  functionInstantiations: writeInstantiation,
  signatures(writer, tokens, version) {
    writer.uleb(tokens.length, binaryLimits.count);
    for (const token of tokens) writeToken(writer, token, version);
  },
  identifiers(writer, name, version) {
    const bytes = Uint8Array.from(name, (character) => Math.min(character.charCodeAt(0), 0xff));
    if (bytes.length > binaryLimits.identifier || identifierText(bytes, 0, bytes.length, version) === undefined) {
      throw new MoveError("bad_identifier", "an identifier is malformed");
    }
    writer.uleb(bytes.length, binaryLimits.identifier);
    writer.bytes(bytes);
  },
  addresses(writer, address) {
    if (address.length !== 32) throw new MoveError("limit_exceeded", "an address does not have 32 bytes");
    writer.bytes(address);
  },
  constants(writer, constant, version) {
    writeToken(writer, constant.type, version);
    writeBlob(writer, constant.data, binaryLimits.blob);
  },
  metadata(writer, entry) {
    writeBlob(writer, entry.key, binaryLimits.metadataKey);
    writeBlob(writer, entry.value, binaryLimits.blob);
  },
  structDefinitions: writeStructDefinition,
  structInstantiations: writeInstantiation,
  functionDefinitions: writeFunctionDefinition,
  fieldHandles(writer, handle) {
    writeIndex(writer, handle.struct);
    writer.uleb(handle.field, binaryLimits.count);
  },
  fieldInstantiations: writeInstantiation,
  friends: writeModuleHandle,
  variantFieldHandles(writer, handle) {
    writeIndex(writer, handle.struct);
    writer.uleb(handle.field, binaryLimits.count);
    writer.uleb(handle.variants.length, binaryLimits.variants);
    for (const variant of handle.variants) writer.uleb(variant, binaryLimits.variants);
  },
  variantFieldInstantiations: writeInstantiation,
  variantHandles(writer, handle) {
    writeIndex(writer, handle.struct);
    writer.uleb(handle.variant, binaryLimits.variants);
  },
  variantInstantiations: writeInstantiation,
};

function writeModuleHandle(writer: BinaryWriter, handle: ModuleHandle): void {
  writeIndex(writer, handle.address);
  writeIndex(writer, handle.name);
}

function writeInstantiation(writer: BinaryWriter, entry: Instantiation): void {
  writeIndex(writer, entry.target);
  writeIndex(writer, entry.typeArgs);
}

function writeBlob(writer: BinaryWriter, bytes: Uint8Array, limit: number): void {
  writer.uleb(bytes.length, limit);
  writer.bytes(bytes);
}

/** The word that compilers write for a version: flavoured from version 7. */
export function versionToWord(version: number): number {
  return version >= 7 ? versionFlavor | version : version;
}

/**
 * Writes a module with its tables in the order compilers use, so that decoding and encoding a compiled module gives the
 * same bytes. The module must pass the checks of {@link decodeModule}.
 *
 * @throws {@link MoveError} `bad_index`, `type_arity`, `limit_exceeded`, `bad_identifier`, `nesting_too_deep`, or
 * `unsupported_version` for content that the module's version does not have
 */
export function encodeModule(module: CompiledModule): Uint8Array {
  checkModule(module);
  const writer = writeTables(module);
  writeIndex(writer, module.self);
  return writer.finish();
}

/**
 * Writes a script, as {@link encodeModule} does.
 *
 * @throws {@link MoveError} as {@link encodeModule}
 */
export function encodeScript(script: CompiledScript): Uint8Array {
  checkScript(script);
  const writer = writeTables(script);
  writeConstraints(writer, script.typeParameters);
  writeIndex(writer, script.params);
  if (script.version >= 8) writeAccessSpecifiers(writer, script.accessSpecifiers);
  else if (script.accessSpecifiers !== undefined) {
    throw new MoveError("unsupported_version", "access specifiers of a script need version 8");
  }
  writeCodeUnit(writer, script.code);
  return writer.finish();
}

function writeTables(tables: Tables): BinaryWriter {
  const { version, versionWord } = tables;
  if (version < minBinaryVersion || version > maxBinaryVersion || (versionWord & ~versionFlavor) >>> 0 !== version) {
    throw new MoveError("unsupported_version", "the version is not supported or differs from the version word");
  }
  const contents = new BinaryWriter();
  const headers: { kind: number; offset: number; length: number }[] = [];
  for (const name of Object.keys(tableKinds) as TableName[]) {
    const offset = contents.length;
    writeTable(contents, tables, name);
    const length = contents.length - offset;
    if (length === 0) continue;
    if (version < tableSince(name)) throw new MoveError("unsupported_version", `table ${name} needs a later version`);
    headers.push({ kind: tableKinds[name], offset, length });
  }
  const writer = new BinaryWriter();
  writer.bytes(Uint8Array.of(0xa1, 0x1c, 0xeb, 0x0b));
  writer.u32(versionWord);
  writer.uleb(headers.length, 255);
  for (const { kind, offset, length } of headers) {
    writer.u8(kind);
    writer.uleb(offset, 0xffff_ffff);
    writer.uleb(length, 0xffff_ffff);
  }
  writer.bytes(contents.finish());
  return writer;
}

function writeTable<Name extends TableName>(writer: BinaryWriter, tables: Tables, name: Name): void {
  // The compiler cannot relate the entry type of a generic member to its writer; both are indexed by the same name.
  const entries = (tables[name] ?? []) as readonly CompiledModule[Name][number][];
  const writeEntry: EntryWriter<Name> = entryWriters[name];
  for (const entry of entries) writeEntry(writer, entry, tables.version);
}
