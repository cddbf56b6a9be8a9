import { expect, test } from "vitest";
import { ByteSink } from "./byte-sink.ts";

function written(write: (sink: ByteSink) => void): Uint8Array {
  const sink = new ByteSink();
  write(sink);
  return sink.finish();
}

/** Little endian, one byte after the other. */
function bytesOf(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

test("integers of every width are little endian, beyond the buffer too", () => {
  for (const bits of [64, 128, 256]) {
    const size = bits / 8;
    const most = 2n ** BigInt(bits) - 1n;
    const least = -(2n ** BigInt(bits - 1));
    for (const value of [most, most / 3n, least, least / 3n, 2n ** 53n, -(2n ** 53n)]) {
      expect(written((sink) => sink.integer(value, size))).toEqual(bytesOf(value, size));
      const grown = written((sink) => {
        sink.bytes(new Uint8Array(4093));
        sink.integer(value, size);
        sink.integer(7, size);
      });
      expect(grown.subarray(4093)).toEqual(Uint8Array.of(...bytesOf(value, size), ...bytesOf(7n, size)));
    }
  }
});

test("text has its quotes and backslashes escaped, and hex two digits a byte", () => {
  const text = (content: string) => new TextEncoder().encode(content);
  const quoted = (content: string) => new TextDecoder().decode(written((sink) => sink.quoted(text(content))));
  expect(quoted("")).toBe('""');
  expect(quoted("größe 💧")).toBe('"größe 💧"');
  expect(quoted('a "b" \\ c')).toBe('"a \\"b\\" \\\\ c"');
  expect(quoted('"'.repeat(5_000))).toBe(`"${'\\"'.repeat(5_000)}"`);
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(new TextDecoder().decode(written((sink) => sink.hex(bytes)))).toBe(Buffer.from(bytes).toString("hex"));
});
