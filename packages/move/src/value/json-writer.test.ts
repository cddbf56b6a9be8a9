import { u64 } from "@ledger/bcs";
import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonWriter } from "./json-writer.ts";
import { isUtf8 } from "./utf8.ts";

/** What the writer makes of one value. */
function written(write: (output: JsonWriter) => void): string {
  const output = new JsonWriter({ capacity: 1 });
  write(output);
  return output.text();
}

describe("JSON text", () => {
  test("objects and arrays are what the platform's serializer makes of the same data", () => {
    const write = (output: JsonWriter, data: unknown): void => {
      if (Array.isArray(data)) {
        output.beginArray();
        for (const item of data) write(output.item(), item);
        output.endArray();
      } else if (typeof data === "object" && data !== null) {
        output.beginObject();
        for (const [name, value] of Object.entries(data)) write(output.member(name), value);
        output.endObject();
      } else output.data(data as string | number | boolean | null);
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (data) => {
        expect(written((output) => write(output, data))).toBe(JSON.stringify(data));
      }),
    );
  });

  test("members of plain data join those before them, and an item that was taken back leaves no comma", () => {
    const text = written((output) => {
      output.beginObject().members({});
      output.members({ a: 1, none: undefined, b: "[" });
      output.member("list").beginArray();
      const { length } = output;
      output.item().beginObject().members({ half: true });
      output.truncate(length);
      output.item().bareInteger(2n ** 64n);
      output.endArray();
      output.members({ c: { d: null } });
      output.endObject();
    });
    expect(text).toBe('{"a":1,"b":"[","list":[18446744073709551616],"c":{"d":null}}');
  });

  test("strings are escaped as the platform's serializer escapes them", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('"', "\\", "\u0000", "\u001f", "\n", "\u2028"),
            fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
          ),
        }),
        (text) => {
          expect(written((output) => output.string(text))).toBe(JSON.stringify(text));
        },
      ),
    );
  });

  test("integers have the digits that the platform gives them", () => {
    const edges = [0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 999_999_999, 1e9, 1e15, 1e16 - 1e15, 2 ** 53 - 1];
    for (const value of edges) {
      expect(written((output) => output.integer(value))).toBe(`${value}`);
      if (value > 0) expect(written((output) => output.integer(-value))).toBe(`${-value}`);
    }
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(written((output) => output.integer(value === 0 ? 0 : value))).toBe(`${value}`);
      }),
    );
  });

  test("u64 and wider integers are strings of their digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        expect(written((output) => output.u64String(u64.encode(value), 0))).toBe(`"${value}"`);
      }),
    );
    for (const value of [2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n, 10n ** 18n]) {
      expect(written((output) => output.u64String(u64.encode(value), 0))).toBe(`"${value}"`);
    }
    expect(written((output) => output.integerString(-(2n ** 255n)))).toBe(`"${-(2n ** 255n)}"`);
  });

  test("bytes are hex, addresses without leading zeros", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(31), (bytes, zeros) => {
        bytes.fill(0, 0, zeros);
        const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        expect(written((output) => output.hexString(bytes, 0, 32))).toBe(`"0x${hex}"`);
        expect(written((output) => output.addressString(bytes, 0))).toBe(`"0x${hex.replace(/^0+(?=.)/, "")}"`);
      }),
    );
  });
});

test("UTF-8 is told from other bytes as the platform's strict decoder tells it", () => {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const accepts = (bytes: Uint8Array) => {
    try {
      strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const lead = fc.constantFrom(
    0x00,
    0x7f,
    0x80,
    0xbf,
    0xc0,
    0xc1,
    0xc2,
    0xdf,
    0xe0,
    0xed,
    0xef,
    0xf0,
    0xf4,
    0xf5,
    0xff,
  );
  const rest = fc.constantFrom(0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0);
  fc.assert(
    fc.property(fc.array(fc.oneof(lead, rest), { maxLength: 6 }), (list) => {
      const bytes = Uint8Array.from(list);
      expect(isUtf8(bytes, 0, bytes.length)).toBe(accepts(bytes));
    }),
    { numRuns: cases(5_000) },
  );
});
