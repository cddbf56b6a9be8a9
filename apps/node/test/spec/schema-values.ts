import fc, { type Arbitrary } from "fast-check";

/** The keywords of a served schema that say what a client may send. */
export interface ServedSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ServedSchema;
  readonly properties?: Readonly<Record<string, ServedSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ServedSchema[];
  readonly anyOf?: readonly ServedSchema[];
  readonly allOf?: readonly ServedSchema[];
}

/** Finds what a reference such as `#/components/schemas/Address` names. */
export type ResolveSchema = (reference: string) => ServedSchema;

/** Values that a schema of the description allows. */
export function validValues(schema: ServedSchema, resolve: ResolveSchema): Arbitrary<unknown> {
  const values = (part: ServedSchema): Arbitrary<unknown> => validValues(part, resolve);
  if (schema.$ref !== undefined) return values(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return fc.oneof(...variants.map(values));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map(values)).map((parts) => Object.assign({}, ...parts) as unknown);
  }
  switch (schema.type) {
    case "object": {
      const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, values(member)] as const);
      return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] });
    }
    case "array":
      return fc.array(values(schema.items ?? {}), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case "boolean":
      return fc.boolean();
    case "string":
      return validTexts(schema);
    default:
      return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>("0x1", "7", true, []));
  }
}

function validTexts({ format, pattern, examples = [] }: ServedSchema): Arbitrary<string> {
  const made =
    format === "uint64"
      ? fc.oneof(fc.nat({ max: 200 }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map(String)
      : pattern !== undefined
        ? fc.stringMatching(new RegExp(pattern), { size: "small" })
        : fc.string({ maxLength: 20 });
  return examples.length === 0 ? made : fc.oneof(fc.constantFrom(...examples.map(String)), made);
}

/** Texts that most parameters refuse: wrong forms, edges of integers, what breaks parsers. */
export const hostileTexts: Arbitrary<string> = fc.oneof(
  fc.constantFrom("", "-1", "+1", "0x", "1e3", "1.5", "65536", "4294967296", "18446744073709551615"),
  fc.constantFrom(
    "18446744073709551616",
    "9".repeat(90),
    "null",
    "undefined",
    "__proto__",
    "constructor",
    "\0",
    "a\r\nb",
  ),
  fc.constantFrom("..", "../..", "0x1::", "::", "0x1::a::b<", `0x1::a::b${"<u8".repeat(40)}`, "vector<".repeat(300)),
  fc.constantFrom("<script>", "' OR 1=1 --", "true", "ff".repeat(700), "0".repeat(3000)),
  fc.string({ maxLength: 30, unit: "binary" }),
);

/** JSON that is of another shape than what was asked for, most of the time. */
export const hostileJson: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e300, "", [], {}, { type: "__proto__" }, [[[[]]]]),
  hostileTexts,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Puts another value in place of one of the values inside, chosen by number. */
export function replaceInside(value: unknown, index: number, replacement: unknown): unknown {
  const count = countValues(value);
  let left = index % count;
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return replacement;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value);
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1);
}
