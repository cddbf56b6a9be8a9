import { describe, expect, test } from "vitest";
import {
  type AnyCodec,
  type BcsErrorCode,
  bytes,
  explain,
  fixedArray,
  fixedBytes,
  formatExplanation,
  map,
  option,
  Reader,
  set,
  string,
  struct,
  tuple,
  u8,
  u16,
  u32,
  u64,
  u64Array,
  unit,
  vector,
} from "../src/index.ts";

const refusedAs = (code: BcsErrorCode) => expect.objectContaining({ name: "BcsError", code });

function detach<A extends ArrayBufferView<ArrayBuffer>>(array: A): A {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

/** An array that answers every question with `answers`. */
const proxyArray = (answers: Record<PropertyKey, unknown>) =>
  new Proxy([], { get: (_target, key) => answers[key] ?? answers.item });

describe("values that are not what they look like", () => {
  const disguised = [
    ["an object with the prototype of bytes", Object.create(Uint8Array.prototype)],
    ["a proxy of bytes", new Proxy(new Uint8Array(3), {})],
    ["wider numbers with the prototype of bytes", Object.setPrototypeOf(new Uint16Array([300]), Uint8Array.prototype)],
    [
      "a tagged view",
      Object.defineProperty(new DataView(new ArrayBuffer(3)), Symbol.toStringTag, { value: "Uint8Array" }),
    ],
    ["a tagged object", { length: 3, [Symbol.toStringTag]: "Uint8Array" }],
  ] as const;
  test.each(disguised)("%s is refused as a value, as an input and as a target", (_what, value) => {
    for (const codec of [bytes, fixedBytes(3), vector(u8)])
      expect(() => codec.encode(value)).toThrow(refusedAs("wrong_type"));
    expect(() => u8.decode(value)).toThrow(refusedAs("wrong_type"));
    expect(() => u8.encodeInto(1, value)).toThrow(refusedAs("wrong_type"));
  });

  test.each([-20, 1, 100, Number.NaN])("bytes that claim the length %d are taken at their own", (length) => {
    const value = Object.defineProperty(Uint8Array.of(1, 2, 3), "length", { value: length });
    expect([...tuple([u8, bytes]).encode([7, value])]).toEqual([7, 3, 1, 2, 3]);
    expect([
      ...u64Array.encode(Object.defineProperty(new BigUint64Array(1), "length", { value: length })),
    ]).toHaveLength(9);
    expect(() => fixedBytes(4).encode(value)).toThrow(refusedAs("wrong_length"));
    expect(() => u64.encodeInto(1n, value)).toThrow(refusedAs("target_too_small"));
  });

  test("arrays whose buffer was taken away are empty", () => {
    expect([...bytes.encode(detach(new Uint8Array(4)))]).toEqual([0]);
    expect([...u64Array.encode(detach(new BigUint64Array(4)))]).toEqual([0]);
    expect(() => fixedBytes(4).encode(detach(new Uint8Array(4)))).toThrow(refusedAs("wrong_length"));
    expect(() => u8.decode(detach(new Uint8Array(4)))).toThrow(refusedAs("unexpected_end"));
    expect(() => u8.encodeInto(1, detach(new Uint8Array(4)))).toThrow(refusedAs("target_too_small"));
  });

  test("shared and resizable memory is read and written as any other", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(16));
    expect(string.encodeInto("text of some length", new Uint8Array(new SharedArrayBuffer(20)))).toBe(20);
    expect(bytes.decode(bytes.encode(shared))).toEqual(new Uint8Array(16));
    const resizable = new Uint8Array(Reflect.construct(ArrayBuffer, [8, { maxByteLength: 64 }]));
    resizable[0] = 7;
    expect(bytes.decode(resizable)).toHaveLength(7);
  });

  test.each([Number.NaN, -1, 1.5, "2", 2 ** 32])("an array that claims the length %s is refused", (length) => {
    const value = proxyArray({ length, item: 5 }) as never;
    expect(() => vector(u16).encode(value)).toThrow(refusedAs("wrong_type"));
    expect(() => vector(u64).encode(value)).toThrow(refusedAs("wrong_type"));
    expect(() => fixedArray(u16, 2).encode(value)).toThrow(refusedAs("wrong_length"));
  });

  test("an array without items may claim any length: nothing is allocated for it", () => {
    const before = process.memoryUsage().rss;
    expect(() => vector(u64).encode(new Array(2 ** 31 - 1))).toThrow(refusedAs("wrong_type"));
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
  });

  test("an array that changes while it is written does not change its own length", () => {
    const shrinking: { readonly x: number }[] = [];
    const item = {
      get x() {
        shrinking.length = 1;
        return 1;
      },
    };
    shrinking.push(item, item);
    const Item = struct("Item", { x: u8 });
    expect(() => vector(Item).encode(shrinking)).toThrow(refusedAs("wrong_type"));
    const growing: { readonly x: number }[] = [];
    const grow = {
      get x() {
        growing.push({ x: 9 });
        return 1;
      },
    };
    growing.push(grow, { x: 2 });
    expect([...vector(Item).encode(growing)]).toEqual([2, 1, 2]);
  });

  test("a map that changes while it is written keeps its size, or is refused", () => {
    const Value = struct("Value", { x: u8 });
    const growing = new Map<number, { readonly x: number }>();
    const grow = {
      get x() {
        growing.set(growing.size, grow);
        return 1;
      },
    };
    growing.set(0, grow);
    expect([...map(u8, Value).encode(growing)]).toEqual([1, 0, 1]);
    const shrinking = new Map<number, { readonly x: number }>();
    const shrink = {
      get x() {
        shrinking.delete(2);
        return 1;
      },
    };
    shrinking.set(1, shrink).set(2, shrink);
    expect(() => map(u8, Value).encode(shrinking)).toThrow(refusedAs("wrong_length"));
  });

  test("maps and sets are what they hold, whatever their class says", () => {
    class Lying extends Map<number, number> {
      override get size(): number {
        return 9;
      }
      override [Symbol.iterator](): MapIterator<[number, number]> {
        return new Map([[3, 3]])[Symbol.iterator]();
      }
    }
    expect([...map(u8, u8).encode(new Lying([[1, 2]]))]).toEqual([1, 1, 2]);
    expect(() => map(u8, u8).encode(Object.create(Map.prototype))).toThrow(refusedAs("wrong_type"));
    expect(() => set(u8).encode(Object.create(Set.prototype))).toThrow(refusedAs("wrong_type"));
  });

  test("numbers in objects are no numbers, and minus zero is zero", () => {
    expect(() => u64.encode(Object(5n))).toThrow(refusedAs("wrong_type"));
    expect(() => vector(u64).encode([Object(5n)])).toThrow(refusedAs("wrong_type"));
    expect(() => u8.encode(Object(5))).toThrow(refusedAs("wrong_type"));
    expect([...u32.encode(-0)]).toEqual([0, 0, 0, 0]);
  });

  test("a getter that throws passes its own error on, and one that encodes does not disturb", () => {
    const cause = new Error("mine");
    const Item = struct("Item", { a: u8, b: bytes });
    const throwing = {
      get a(): number {
        throw cause;
      },
      b: new Uint8Array(),
    };
    expect(() => Item.encode(throwing)).toThrow(cause);
    const encoding = {
      a: 1,
      get b() {
        return string.encode("x".repeat(5000)).subarray(0, 2);
      },
    };
    expect([...Item.encode(encoding)]).toEqual([1, 2, 0x88, 0x27]);
  });
});

describe("items that take no bytes", () => {
  const million = [0x80, 0x80, 0x40]; // 2^20
  const rows: readonly (readonly [string, AnyCodec, readonly number[]])[] = [
    ["in sequences of sequences", vector(vector(unit)), [200, 1, ...new Array(200).fill(million).flat()]],
    ["in fixed arrays", vector(fixedArray(unit, 2 ** 20)), million],
    ["in a fixed array", fixedArray(unit, 2 ** 20 + 1), []],
    ["beside each other", tuple([vector(unit), option(vector(unit))]), [...million, 1, 1]],
  ];
  test.each(rows)("%s are bounded together", (_where, codec, input) => {
    expect(() => codec.decode(Uint8Array.from(input))).toThrow(refusedAs("length_too_large"));
  });

  test("are bounded together in writing, too", () => {
    const row = new Array<undefined>(2 ** 19).fill(undefined);
    const codec = vector(vector(unit));
    expect(codec.decode(codec.encode([row, row]))).toEqual([row, row]);
    expect(() => codec.encode([row, row, [undefined]])).toThrow(refusedAs("length_too_large"));
    expect(() => fixedArray(unit, 2 ** 20 + 1).encode(new Array(2 ** 20 + 1).fill(undefined))).toThrow(
      refusedAs("length_too_large"),
    );
  });
});

test("a reader does not go back", () => {
  for (const length of [-1, Number.NaN, Number.NEGATIVE_INFINITY]) {
    expect(() => new Reader(new Uint8Array(8)).bytes(length)).toThrow(refusedAs("unexpected_end"));
  }
});

test("explained text cannot talk to the terminal", () => {
  const input = string.encode("\u001b[31m\n\u2028\u202e");
  expect(formatExplanation(explain(string, input), input)).toContain(String.raw`= \u{1b}[31m\u{a}\u{2028}\u{202e}`);
});
