/**
 * The same document in OpenAPI 3.0.3, for generators that read nothing newer. What differs: constants are enumerations of
 * one, what may be `null` is nullable, schemas have one example, a reference has no other members, and a licence is named by its URL.
 */
export function toOpenApi30(document: object): object {
  const { info, ...rest } = convertObject(document) as { readonly info: object };
  const license = { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" };
  return { ...rest, openapi: "3.0.3", info: { ...info, license } };
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return typeof value === "object" && value !== null ? convertObject(value) : value;
}

function convertObject(object: object): object {
  const members = Object.entries(object);
  const reference = members.find(([name]) => name === "$ref");
  if (reference !== undefined) return Object.fromEntries([reference]);
  // Only an example has both: a schema may have a member that is called `value`.
  const isExample = "summary" in object && "value" in object;
  return Object.fromEntries(
    members.flatMap(([name, value]) => (isExample ? [[name, value] as const] : [...convertMember(name, value)])),
  );
}

function convertMember(name: string, value: unknown): readonly [string, unknown][] {
  // A schema called `const`, `examples` or `type` would be an object: only keywords have these forms.
  if (name === "const" && typeof value === "string") return [["enum", [value]]];
  if (name === "examples" && Array.isArray(value)) return [["example", value[0]]];
  if (name === "type" && Array.isArray(value)) {
    return [
      ["type", value[0]],
      ["nullable", true],
    ];
  }
  // An example is a value, whatever its members are called.
  if (name === "example") return [[name, value]];
  return [[name, convert(value)]];
}
