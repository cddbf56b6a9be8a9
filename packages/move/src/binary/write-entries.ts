import { MoveError } from "../errors.ts";
import { allAbilities } from "./abilities.ts";
import type { BinaryWriter } from "./binary-writer.ts";
import { writeCodeUnit } from "./code.ts";
import type {
  AccessSpecifier,
  FieldDefinition,
  FunctionAttribute,
  FunctionDefinition,
  FunctionHandle,
  StructDefinition,
  StructHandle,
  Visibility,
} from "./compiled-module.ts";
import { functionAttributeRows } from "./function-attribute.ts";
import { binaryLimits } from "./limits.ts";
import { writeToken } from "./signature-token.ts";

/** Writes an index into some table. */
export function writeIndex(writer: BinaryWriter, index: number): void {
  writer.uleb(index, binaryLimits.tableIndex);
}

/** Writes the entry of a struct or enum. */
export function writeStructHandle(writer: BinaryWriter, handle: StructHandle): void {
  writeIndex(writer, handle.module);
  writeIndex(writer, handle.name);
  writer.uleb(handle.abilities, allAbilities);
  writer.uleb(handle.typeParameters.length, binaryLimits.count);
  for (const { constraints, phantom } of handle.typeParameters) {
    writer.uleb(constraints, allAbilities);
    writer.u8(phantom ? 1 : 0);
  }
}

/** Writes the constraints of a function's type parameters. */
export function writeConstraints(writer: BinaryWriter, constraints: readonly number[]): void {
  writer.uleb(constraints.length, binaryLimits.count);
  for (const set of constraints) writer.uleb(set, allAbilities);
}

/** Writes a function's entry. */
export function writeFunctionHandle(writer: BinaryWriter, handle: FunctionHandle, version: number): void {
  writeIndex(writer, handle.module);
  writeIndex(writer, handle.name);
  writeIndex(writer, handle.params);
  writeIndex(writer, handle.returns);
  writeConstraints(writer, handle.typeParameters);
  if (version >= 7) writeAccessSpecifiers(writer, handle.accessSpecifiers);
  else if (handle.accessSpecifiers !== undefined) throw versionError("access specifiers", 7);
  if (version >= 8) writeFunctionAttributes(writer, handle.attributes, version);
  else if (handle.attributes.length > 0) throw versionError("function attributes", 8);
}

/** Writes the optional list of what a function may touch. */
export function writeAccessSpecifiers(writer: BinaryWriter, specifiers: readonly AccessSpecifier[] | undefined): void {
  writer.marker(specifiers !== undefined);
  if (specifiers === undefined) return;
  writer.uleb(specifiers.length, binaryLimits.accessSpecifiers);
  for (const { access, negated, resource, address } of specifiers) {
    writer.u8(access === "reads" ? 1 : 2);
    writer.marker(negated);
    writeResourceSpecifier(writer, resource);
    writeAddressSpecifier(writer, address);
  }
}

function writeResourceSpecifier(writer: BinaryWriter, resource: AccessSpecifier["resource"]): void {
  switch (resource.kind) {
    case "any":
      writer.u8(1);
      return;
    case "at_address":
      writer.u8(2);
      writeIndex(writer, resource.address);
      return;
    case "in_module":
      writer.u8(3);
      writeIndex(writer, resource.module);
      return;
    case "resource":
      writer.u8(4);
      writeIndex(writer, resource.struct);
      return;
    case "instantiation":
      writer.u8(5);
      writeIndex(writer, resource.struct);
      writeIndex(writer, resource.typeArgs);
  }
}

function writeAddressSpecifier(writer: BinaryWriter, address: AccessSpecifier["address"]): void {
  switch (address.kind) {
    case "any":
      writer.u8(1);
      return;
    case "literal":
      writer.u8(2);
      writeIndex(writer, address.address);
      return;
    case "parameter":
      writer.u8(3);
      writer.uleb(address.parameter, binaryLimits.count);
      writer.marker(address.derivedBy !== undefined);
      if (address.derivedBy !== undefined) writeIndex(writer, address.derivedBy);
  }
}

function writeFunctionAttributes(
  writer: BinaryWriter,
  attributes: readonly FunctionAttribute[],
  version: number,
): void {
  writer.uleb(attributes.length, binaryLimits.functionAttributes);
  for (const attribute of attributes) {
    const byte = functionAttributeRows.findIndex((row) => row?.kind === attribute.kind);
    const since = functionAttributeRows[byte]?.since ?? 0;
    if (since > version) throw versionError(`function attribute ${attribute.kind}`, since);
    writer.u8(byte);
    if ("operand" in attribute) writer.u16(attribute.operand);
  }
}

/** Writes a struct's or an enum's definition. */
export function writeStructDefinition(writer: BinaryWriter, definition: StructDefinition, version: number): void {
  const { content } = definition;
  writeIndex(writer, definition.handle);
  if (content.kind === "native") {
    writer.u8(1);
  } else if (content.kind === "struct") {
    writer.u8(2);
    writeFields(writer, content.fields, version);
  } else {
    if (version < 7) throw versionError("an enum", 7);
    writer.u8(3);
    writer.uleb(content.variants.length, binaryLimits.variants);
    for (const variant of content.variants) {
      writeIndex(writer, variant.name);
      writeFields(writer, variant.fields, version);
    }
  }
}

function writeFields(writer: BinaryWriter, fields: readonly FieldDefinition[], version: number): void {
  writer.uleb(fields.length, binaryLimits.count);
  for (const field of fields) {
    writeIndex(writer, field.name);
    writeToken(writer, field.type, version);
  }
}

const visibilityBytes: Readonly<Record<Visibility, number>> = { private: 0, public: 1, script: 2, friend: 3 };

/** Writes a function's definition and body. */
export function writeFunctionDefinition(writer: BinaryWriter, definition: FunctionDefinition, version: number): void {
  const { visibility, isEntry, code } = definition;
  const entryByFlag = isEntry && visibility !== "script";
  if (visibility === "script" && version >= 5)
    throw new MoveError("unsupported_version", "script visibility ended with version 4");
  if (entryByFlag && version < 5) throw versionError("the entry flag", 5);
  writeIndex(writer, definition.handle);
  writer.u8(visibilityBytes[visibility]);
  writer.u8((code === undefined ? 0x02 : 0) | (entryByFlag ? 0x04 : 0));
  writer.uleb(definition.acquires.length, binaryLimits.count);
  for (const struct of definition.acquires) writeIndex(writer, struct);
  if (code !== undefined) writeCodeUnit(writer, code);
}

function versionError(what: string, version: number): MoveError {
  return new MoveError("unsupported_version", `${what} needs version ${version}`);
}
