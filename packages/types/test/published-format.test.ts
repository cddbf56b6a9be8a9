import type { AnyCodec, Shape } from "@ledger/bcs";
import { describeVectors, readVectorText } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import * as types from "../src/index.ts";

/** One type of the published format description: as much of it as this test compares. */
interface Published {
  /** Field names in order, for structs. */
  readonly fields: string[];
  /** Variant names by index, with the fields of those that are structs. */
  readonly variants: Map<number, { name: string; fields: string[] }>;
}

/** Reads the subset of YAML that the published file is written in: two more spaces for each level. */
function readFormat(text: string): Map<string, Published> {
  const found = new Map<string, Published>();
  let type: Published | undefined;
  let variant: { name: string; fields: string[] } | undefined;
  let index = 0;
  for (const line of text.split("\n")) {
    const [, spaces = "", item, name = ""] = /^( *)(- )?(\w+):?/.exec(line) ?? [];
    if (spaces.length === 0 && name !== "") {
      type = { fields: [], variants: new Map() };
      variant = undefined;
      found.set(name, type);
    } else if (type !== undefined && spaces.length === 4 && item !== undefined) {
      type.fields.push(name);
    } else if (type !== undefined && spaces.length === 4 && /^\d+$/.test(name)) {
      index = Number(name);
    } else if (type !== undefined && spaces.length === 6 && item === undefined && type.fields.length === 0) {
      variant = { name, fields: [] };
      type.variants.set(index, variant);
    } else if (variant !== undefined && spaces.length === 10 && item !== undefined) {
      variant.fields.push(name);
    }
  }
  return found;
}

/** The published names of our types that we call differently. */
const publishedNames: Readonly<Record<string, string>> = {
  DkgTranscript: "DKGTranscript",
  MoveAny: "Any",
  ProviderJwks: "ProviderJWKs",
  Zkp: "ZKP",
};

/** Our names of published fields, where they are not the published one in camel case. */
const ourFieldNames: Readonly<Record<string, string>> = {
  ty_args: "typeArgs",
  event_data: "data",
  sig: "signature",
};

/** Published before its layout changed: its fields are another draft's. */
const otherDrafts = new Set(["EncryptedPayload"]);

function ourName(field: string): string {
  return ourFieldNames[field] ?? field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function unwrap(codec: AnyCodec): Shape {
  const { shape } = codec;
  return shape.kind === "wrapper" ? unwrap(shape.inner()) : shape;
}

function isCodec(value: unknown): value is AnyCodec {
  return typeof value === "object" && value !== null && "shape" in value && "read" in value;
}

describeVectors("bcs/published_format_api.yaml", () => {
  const published = readFormat(readVectorText("bcs/published_format_api.yaml"));
  const codecs = Object.entries(types)
    .filter((entry): entry is [string, AnyCodec] => isCodec(entry[1]))
    .map(([name, codec]) => ({ name, codec, format: published.get(publishedNames[name] ?? name) }));

  const structs = codecs.filter(
    ({ codec, format }) => (format?.fields.length ?? 0) > 0 && unwrap(codec).kind === "struct",
  );
  const enumerations = codecs.filter(({ format }) => (format?.variants.size ?? 0) > 0);

  test("describes most of this package", () => {
    expect(published.size).toBe(106);
    expect(structs.length).toBeGreaterThan(20);
    expect(enumerations.length).toBeGreaterThan(25);
  });

  describe("structs have the published fields in the published order", () => {
    test.each(structs)("$name", ({ codec, format }) => {
      const shape = unwrap(codec);
      expect(shape.kind === "struct" && shape.fields.map(([field]) => field)).toEqual(format!.fields.map(ourName));
    });
  });

  describe("enumerations have the published variants at the published indices", () => {
    test.each(enumerations)("$name", ({ name, codec, format }) => {
      const shape = unwrap(codec);
      if (shape.kind !== "enumeration") throw new Error(shape.kind);
      for (const [index, variant] of format!.variants) {
        const ours = shape.variants.find((candidate) => candidate.index === index);
        expect(ours?.name.toLowerCase()).toBe(variant.name.toLowerCase());
        const inner = unwrap(ours!.codec);
        if (inner.kind !== "struct" || otherDrafts.has(name)) continue;
        // A variant of one member is that member here.
        if (variant.fields.length > 1) {
          expect(inner.fields.map(([field]) => field)).toEqual(variant.fields.map(ourName));
        }
      }
    });
  });
});
