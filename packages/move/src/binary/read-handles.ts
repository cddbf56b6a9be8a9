import { allAbilities } from "./abilities.ts";
import type { BinaryReader } from "./binary-reader.ts";
import type { AccessSpecifier, FunctionAttribute, FunctionHandle, StructHandle } from "./compiled-module.ts";
import { functionAttributeRows } from "./function-attribute.ts";
import { binaryLimits } from "./limits.ts";

/** Reads an index into some table; whether it is in range is checked once all tables are there. */
export function readIndex(reader: BinaryReader): number {
  return reader.uleb(binaryLimits.tableIndex);
}

/** Reads the entry of a struct or enum. */
export function readStructHandle(reader: BinaryReader): StructHandle {
  const module = readIndex(reader);
  const name = readIndex(reader);
  const abilities = reader.uleb(allAbilities);
  const typeParameters = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) {
    typeParameters.push({ constraints: reader.uleb(allAbilities), phantom: reader.uleb(1) === 1 });
  }
  return { module, name, abilities, typeParameters };
}

/** Reads the constraints of a function's type parameters. */
export function readConstraints(reader: BinaryReader): number[] {
  const constraints: number[] = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) constraints.push(reader.uleb(allAbilities));
  return constraints;
}

/** Reads a function's entry, with what versions 7 and 8 added to it. */
export function readFunctionHandle(reader: BinaryReader, version: number): FunctionHandle {
  return {
    module: readIndex(reader),
    name: readIndex(reader),
    params: readIndex(reader),
    returns: readIndex(reader),
    typeParameters: readConstraints(reader),
    accessSpecifiers: version >= 7 ? readAccessSpecifiers(reader) : undefined,
    attributes: version >= 8 ? readFunctionAttributes(reader, version) : [],
  };
}

/** Reads the optional list of what a function may touch. */
export function readAccessSpecifiers(reader: BinaryReader): AccessSpecifier[] | undefined {
  if (!reader.marker()) return undefined;
  const specifiers: AccessSpecifier[] = [];
  for (let count = reader.uleb(binaryLimits.accessSpecifiers); count > 0; count--) {
    const access = reader.u8();
    if (access !== 1 && access !== 2) throw reader.error("bad_tag", "an access kind is unknown", reader.position - 1);
    specifiers.push({
      access: access === 1 ? "reads" : "writes",
      negated: reader.marker(),
      resource: readResourceSpecifier(reader),
      address: readAddressSpecifier(reader),
    });
  }
  return specifiers;
}

function readResourceSpecifier(reader: BinaryReader): AccessSpecifier["resource"] {
  const kind = reader.u8();
  switch (kind) {
    case 1:
      return { kind: "any" };
    case 2:
      return { kind: "at_address", address: readIndex(reader) };
    case 3:
      return { kind: "in_module", module: readIndex(reader) };
    case 4:
      return { kind: "resource", struct: readIndex(reader) };
    case 5:
      return { kind: "instantiation", struct: readIndex(reader), typeArgs: readIndex(reader) };
    default:
      throw reader.error("bad_tag", "a resource specifier is unknown", reader.position - 1);
  }
}

function readAddressSpecifier(reader: BinaryReader): AccessSpecifier["address"] {
  const kind = reader.u8();
  switch (kind) {
    case 1:
      return { kind: "any" };
    case 2:
      return { kind: "literal", address: readIndex(reader) };
    case 3:
      return {
        kind: "parameter",
        parameter: reader.uleb(binaryLimits.count),
        derivedBy: reader.marker() ? readIndex(reader) : undefined,
      };
    default:
      throw reader.error("bad_tag", "an address specifier is unknown", reader.position - 1);
  }
}

function readFunctionAttributes(reader: BinaryReader, version: number): FunctionAttribute[] {
  const attributes: FunctionAttribute[] = [];
  for (let count = reader.uleb(binaryLimits.functionAttributes); count > 0; count--) {
    const row = functionAttributeRows[reader.u8()];
    if (row === undefined || row.since > version) {
      throw reader.error("bad_tag", "a function attribute is unknown in this version", reader.position - 1);
    }
    // Fixed two bytes, unlike every other number of the format.
    attributes.push(row.hasOperand ? { kind: row.kind, operand: reader.u16() } : { kind: row.kind });
  }
  return attributes;
}
