import type { BinaryReader } from "./binary-reader.ts";
import { readCodeUnit } from "./code.ts";
import type {
  FieldDefinition,
  FunctionDefinition,
  StructContent,
  StructDefinition,
  Visibility,
} from "./compiled-module.ts";
import { binaryLimits } from "./limits.ts";
import { readIndex } from "./read-handles.ts";
import { readToken } from "./signature-token.ts";

const native = 0x02;
const entry = 0x04;

/** Reads a struct's or an enum's definition. */
export function readStructDefinition(reader: BinaryReader, version: number): StructDefinition {
  return { handle: readIndex(reader), content: readContent(reader, version) };
}

function readContent(reader: BinaryReader, version: number): StructContent {
  const flag = reader.u8();
  if (flag === 1) return { kind: "native" };
  if (flag === 2) return { kind: "struct", fields: readFields(reader, version) };
  if (flag !== 3 || version < 7) throw reader.error("bad_tag", "a struct flag is unknown", reader.position - 1);
  const variants = [];
  for (let count = reader.uleb(binaryLimits.variants); count > 0; count--) {
    variants.push({ name: readIndex(reader), fields: readFields(reader, version) });
  }
  return { kind: "enum", variants };
}

function readFields(reader: BinaryReader, version: number): FieldDefinition[] {
  const fields: FieldDefinition[] = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) {
    fields.push({ name: readIndex(reader), type: readToken(reader, version) });
  }
  return fields;
}

/** Reads a function's definition, body included: bodies have no length, so they must be walked. */
export function readFunctionDefinition(reader: BinaryReader, version: number): FunctionDefinition {
  const handle = readIndex(reader);
  const visibility = readVisibility(reader, version);
  const flags = reader.u8();
  const known = version < 5 ? native : native | entry;
  if ((flags & ~known) !== 0) throw reader.error("bad_tag", "a function flag is unknown", reader.position - 1);
  const acquires: number[] = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) acquires.push(readIndex(reader));
  return {
    handle,
    visibility,
    isEntry: (flags & entry) !== 0 || visibility === "script",
    acquires,
    code: (flags & native) === 0 ? readCodeUnit(reader, version) : undefined,
  };
}

function readVisibility(reader: BinaryReader, version: number): Visibility {
  const byte = reader.u8();
  if (byte === 0) return "private";
  if (byte === 1) return "public";
  if (byte === 3) return "friend";
  if (byte === 2 && version < 5) return "script";
  throw reader.error("bad_tag", "a visibility is unknown", reader.position - 1);
}
