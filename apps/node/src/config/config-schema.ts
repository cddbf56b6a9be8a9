import * as Type from "typebox";
import type { TableOption } from "./table-option.ts";

/** A value as a configuration file writes it: where there may be several, a list, or a text with commas. */
function writtenAs({ record: { value } }: TableOption): Type.TSchema {
  if (value.isList !== true) return value.schema;
  return Type.Union([value.schema, Type.String({ pattern: "," }), Type.Array(value.schema)]);
}

/**
 * A JSON Schema of the configuration file, by which editors complete and check it. It says nothing of settings that contradict each
 * other: `config check` does.
 *
 * @param settings - of all commands: one file serves them all
 */
export function configSchema(settings: readonly TableOption[]): Type.TSchema {
  const members = settings.map((option): [string, Type.TSchema] => {
    const { defaultValue, description } = option;
    const isPlain = typeof defaultValue === "string" || typeof defaultValue === "number";
    return [option.name(), { description, ...(isPlain && { default: defaultValue }), ...writtenAs(option) }];
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of ledger-node",
    // A file in which all is a comment holds nothing.
    type: ["object", "null"],
    additionalProperties: false,
    properties: Object.fromEntries(members),
  };
}
