import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  formatAddress,
  formatAddressLong,
  formatEntryFunctionId,
  formatHex,
  formatModuleId,
  formatTypeTag,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseIdentifier,
  parseModuleId,
  parseStructTag,
  parseTypeTag,
  parseU64,
  parseU128,
  TypesError,
  TypeTag,
  typeTagsEqual,
} from "../src/index.ts";

interface Cases<T> {
  readonly cases: readonly T[];
}

interface AddressCase {
  readonly kind: string;
  readonly input: string;
  readonly address: string;
  readonly expected: string;
  readonly rest_print: string;
  readonly error?: string;
}

interface TextCase {
  readonly type: string;
  readonly input: string;
  readonly valid: boolean;
  readonly print?: string;
}

interface TagTextCase {
  readonly input: string;
  readonly valid: boolean;
  readonly print: string;
  readonly bcs: string;
}

/** The error that a parser throws, which must be one of this package. */
function refusal(parse: () => unknown): TypesError {
  try {
    parse();
  } catch (error) {
    if (error instanceof TypesError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describeVectors("address/address.json", () => {
  const { cases } = readVectorJson<Cases<AddressCase>>("address/address.json");
  const of = (kind: string) => cases.filter((row) => row.kind === kind);

  test.each(of("parse_relaxed"))("reads $input", ({ input, address, rest_print }) => {
    const parsed = parseAddress(input);
    expect(formatAddressLong(parsed)).toBe(address);
    expect(formatAddress(parsed)).toBe(rest_print);
  });

  test.each(of("parse_fails"))("refuses $input", ({ input, error }) => {
    const { code, position, message } = refusal(() => parseAddress(input));
    expect(code).toBe("invalid_address");
    const place = /'(.)' at position (\d+)/.exec(error ?? "");
    if (place === null) return;
    expect(position).toBe(Number(place[2]));
    expect(message).toContain(place[0]);
  });

  test.each([...of("print_aip40"), ...of("print_long")])(
    "prints $address",
    ({ kind, address, expected, rest_print }) => {
      expect(formatAddress(parseAddress(address))).toBe(rest_print);
      if (kind === "print_long") expect(formatAddressLong(parseAddress(address))).toBe(expected);
    },
  );
});

describeVectors("formats/ids_and_numbers.json", () => {
  const { cases } = readVectorJson<Cases<TextCase>>("formats/ids_and_numbers.json");
  const readAndPrint: Record<string, (text: string) => string> = {
    MoveModuleId: (text) => formatModuleId(parseModuleId(text)),
    EntryFunctionId: (text) => formatEntryFunctionId(parseEntryFunctionId(text)),
    HexEncodedBytes: (text) => formatHex(parseHex(text)),
    U64: (text) => `${parseU64(text)}`,
    U128: (text) => `${parseU128(text)}`,
    Identifier: parseIdentifier,
  };

  test.each(cases)("$type $input", ({ type, input, valid, print }) => {
    const run = readAndPrint[type]!;
    if (valid) expect(run(input)).toBe(print ?? input);
    else if (/^[ -~]*$/.test(input)) expect(refusal(() => run(input)).message).toContain(input);
    else expect(refusal(() => run(input)).message).not.toContain(input);
  });
});

describeVectors("typetag/strings.json", () => {
  const { cases } = readVectorJson<Cases<TagTextCase>>("typetag/strings.json");
  const valid = cases.filter((row) => row.valid);

  test.each(valid)("reads $input", ({ input, print, bcs }) => {
    const tag = parseTypeTag(input);
    expect(formatTypeTag(tag)).toBe(print);
    expect(formatHex(TypeTag.encode(tag))).toBe(bcs);
    expect(typeTagsEqual(TypeTag.decode(parseHex(bcs)), tag)).toBe(true);
  });

  test.each(valid)("reads $input as a struct, or refuses it as none", ({ input }) => {
    const tag = parseTypeTag(input);
    if (tag.kind === "Struct") expect(parseStructTag(input)).toEqual(tag.value);
    else expect(refusal(() => parseStructTag(input)).code).toBe("invalid_struct_tag");
  });

  test.each(cases.filter((row) => !row.valid))("refuses $input", ({ input }) => {
    expect(refusal(() => parseTypeTag(input)).code).toMatch(/^(?:invalid_type_tag|type_tag_too_deep)$/);
    expect(refusal(() => parseStructTag(input)).code).toMatch(/^(?:invalid_struct_tag|type_tag_too_deep)$/);
  });
});

describeVectors("typetag/bcs.json", () => {
  const { cases } = readVectorJson<Cases<{ text: string; bcs: string }>>("typetag/bcs.json");

  describe("both directions", () => {
    test.each(cases)("$text", ({ text, bcs }) => {
      expect(formatHex(TypeTag.encode(parseTypeTag(text)))).toBe(bcs);
      expect(formatTypeTag(TypeTag.decode(parseHex(bcs)))).toBe(text);
    });
  });
});
