import { describe, expect, test } from "vitest";
import { type Codec, enumeration, lazy, map, newtype, option, struct, tuple, u8, unit, vector } from "../src/index.ts";

const refused = expect.objectContaining({ code: "depth_exceeded" });

describe("nesting", () => {
  interface List {
    readonly next: List | undefined;
  }
  const list: Codec<List> = struct("List", { next: option(lazy<List>("List", () => list)) });
  const nest = (depth: number): List => {
    let value: List = { next: undefined };
    for (let i = 1; i < depth; i++) value = { next: value };
    return value;
  };

  test("500 named containers are carried, 501 refused, as by the format's definition", () => {
    const encoded = list.encode(nest(500));
    expect(list.encode(list.decode(encoded))).toEqual(encoded);
    expect(() => list.encode(nest(501))).toThrow(refused);
    expect(() => list.decode(Uint8Array.from([...encoded.subarray(0, -1), 1, 0]))).toThrow(refused);
  });

  const deep = new Uint8Array(200_000).fill(1);
  type Tree = readonly Tree[];
  const vectors: Codec<Tree, Tree> = vector(lazy<Tree>("V", () => vectors)) as Codec<Tree, Tree>;
  const options: Codec<unknown> = option(tuple([lazy<unknown>("O", () => options)])) as Codec<unknown>;
  const maps: Codec<unknown> = map(
    u8,
    lazy<unknown>("M", () => maps),
  ) as Codec<unknown>;
  const selves: Codec<unknown> = newtype(
    "S",
    lazy<unknown>("S", () => selves),
  );
  const enums: Codec<unknown> = enumeration("E", {
    End: unit,
    More: lazy<unknown>("E", () => enums),
  }) as Codec<unknown>;
  test.each([
    ["vectors", vectors],
    ["options of tuples", options],
    ["maps", maps],
    ["newtypes that take no byte", selves],
    ["enumerations", enums],
  ])("endless %s are refused before the stack ends", (_what, codec) => {
    expect(() => codec.decode(deep)).toThrow(refused);
  });

  test("a value that contains itself is refused", () => {
    const loop: { next: List | undefined } = { next: undefined };
    loop.next = loop;
    expect(() => list.encode(loop)).toThrow(refused);
    const ring: Tree[] = [];
    ring.push(ring);
    expect(() => vectors.encode(ring)).toThrow(refused);
  });

  test("siblings do not add up", () => {
    const wide = vector(struct("Leaf", { a: newtype("A", u8) }));
    const value = Array.from({ length: 2000 }, () => ({ a: 1 }));
    expect(wide.decode(wide.encode(value))).toEqual(value);
  });
});

describe("sizes", () => {
  test("a claimed length is compared with the bytes left, whatever the items", () => {
    const wide = vector(struct("Wide", { a: u8, b: vector(u8), c: tuple([u8, u8]) }));
    expect(wide.minSize).toBe(1);
    const claims = Uint8Array.from([2, 1, 0, 1, 1, 1, 0, 1]);
    expect(() => wide.decode(claims)).toThrow(expect.objectContaining({ code: "unexpected_end", offset: 0 }));
  });

  test("minSize and fixedSize of recursive types end", () => {
    interface Node {
      readonly left: Node | undefined;
      readonly value: number;
    }
    const node: Codec<Node> = struct("Node", { left: option(lazy<Node>("Node", () => node)), value: u8 });
    expect(node.minSize).toBe(2);
    expect(node.fixedSize).toBeUndefined();
    expect(tuple([u8, newtype("N", u8), struct("S", { a: u8 })]).fixedSize).toBe(3);
  });
});
