import { type AttributeRecord, attributeKinds, metadataKeyV1, metadataV1 } from "../abi/metadata.ts";
import type { MetadataEntry } from "../binary/compiled-module.ts";
import type { FunctionSpec, ModuleSpec, StructAttributeSpec } from "./spec.ts";
import type { TableBuilder } from "./table-builder.ts";

/** The metadata section: attributes and error map when there are any, then the caller's own entries. */
export function metadataEntries(spec: ModuleSpec, tables: TableBuilder): MetadataEntry[] {
  const entries = (spec.metadata ?? []).map(({ key, value }) => ({ key: asciiBytes(key), value }));
  const structAttributes = new Map(
    (spec.structs ?? []).flatMap(({ name, attributes = [] }) =>
      attributes.length === 0 ? [] : [[name, attributes.map(toRecord)] as const],
    ),
  );
  const functionAttributes = new Map(
    (spec.functions ?? []).flatMap((fn) => {
      const records = functionRecords(fn);
      return records.length === 0 ? [] : [[fn.name, records] as const];
    }),
  );
  const errorMap = new Map(
    (spec.errors ?? []).map(({ code, name, description }) => [
      BigInt(code),
      { codeName: name, codeDescription: description },
    ]),
  );
  if (structAttributes.size + functionAttributes.size + errorMap.size === 0) return entries;
  // Readers ignore the attributes of version 5.
  if (structAttributes.size + functionAttributes.size > 0) tables.need(6);
  const value = metadataV1.encode({ errorMap, structAttributes, functionAttributes });
  return [{ key: asciiBytes(metadataKeyV1), value }, ...entries];
}

function toRecord(attribute: StructAttributeSpec): AttributeRecord {
  if (attribute === "event") return { kind: attributeKinds.event, args: [] };
  if ("resourceGroup" in attribute) return { kind: attributeKinds.resourceGroup, args: [attribute.resourceGroup] };
  return { kind: attributeKinds.resourceGroupMember, args: [attribute.resourceGroupMember] };
}

function functionRecords({ view, randomness }: FunctionSpec): AttributeRecord[] {
  const records: AttributeRecord[] = [];
  if (view === true) records.push({ kind: attributeKinds.view, args: [] });
  if (randomness !== undefined && randomness !== false) {
    records.push({ kind: attributeKinds.randomness, args: typeof randomness === "string" ? [randomness] : [] });
  }
  return records;
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
