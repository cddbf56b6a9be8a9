import { bytesToHex } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { feature } from "../../src/features/feature.ts";
import { loadCrypto } from "../../src/natives/index.ts";
import { primitiveTypes } from "../../src/type/type-table.ts";
import { ByteVector } from "../../src/value/byte-vector.ts";
import { Closure, Reference, type Value } from "../../src/value/value.ts";
import { address, bytes, NativeBench, ref, textOf } from "./run-native.ts";

const u64 = primitiveTypes.U64;
const signerType = primitiveTypes.Signer;

function hexOf(value: unknown): string {
  if (!(value instanceof ByteVector)) throw new Error("no bytes");
  return bytesToHex(value.bytes);
}

describe("hashes of abc", () => {
  // FIPS 180-4, FIPS 202, RFC 7693 and the pages of RIPEMD-160 and Keccak.
  test.each([
    ["hash::sha2_256", "move_stdlib.hash.sha2_256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["hash::sha3_256", "move_stdlib.hash.sha3_256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
    [
      "aptos_hash::keccak256",
      "aptos_framework.hash.keccak256",
      "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    ],
    [
      "aptos_hash::sha2_512_internal",
      "aptos_framework.hash.sha2_512",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ],
    [
      "aptos_hash::sha3_512_internal",
      "aptos_framework.hash.sha3_512",
      "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ],
    ["aptos_hash::ripemd160_internal", "aptos_framework.hash.ripemd160", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"],
    [
      "aptos_hash::blake2b_256_internal",
      "aptos_framework.hash.blake2b_256",
      "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319",
    ],
  ])("%s", async (name, price, digest) => {
    const { result, gas } = await new NativeBench().run(`0x1::${name}`, [bytes("abc")]);
    expect(hexOf(result)).toBe(digest);
    expect(gas).toEqual({ [`${price}.base`]: 1, [`${price}.per_byte`]: 3 });
  });

  test("cryptography that was loaded ahead answers at once", async () => {
    await loadCrypto();
    const bench = new NativeBench();
    expect(hexOf(await bench.result("0x1::aptos_hash::ripemd160_internal", [bytes("")]))).toBe(
      "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    );
  });
});

describe("strings", () => {
  const bench = new NativeBench();
  const hello = ref(bytes("hé€😀"));

  test.each([
    [[0x68, 0xc3, 0xa9], true],
    [[0xc3], false],
    [[0xc0, 0x80], false],
    [[0xed, 0xa0, 0x80], false],
    [[0xf4, 0x90, 0x80, 0x80], false],
    [[0xef, 0xbb, 0xbf], true],
  ])("bytes %j are UTF-8: %s", async (content, expected) => {
    const { result, gas } = await bench.run("0x1::string::internal_check_utf8", [ref(bytes(Uint8Array.from(content)))]);
    expect(result).toBe(expected);
    expect(gas).toEqual({
      "move_stdlib.string.check_utf8.base": 1,
      "move_stdlib.string.check_utf8.per_byte": content.length,
    });
  });

  test("chars begin and end at boundaries", async () => {
    const boundaries: number[] = [];
    for (let index = 0; index <= 12; index++) {
      if (await bench.result("0x1::string::internal_is_char_boundary", [hello, index])) boundaries.push(index);
    }
    expect(boundaries).toEqual([0, 1, 3, 6, 10]);
    expect(await bench.result("0x1::string::internal_is_char_boundary", [hello, 2n ** 64n - 1n])).toBe(false);
  });

  test("a part of a text", async () => {
    const { result, gas } = await bench.run("0x1::string::internal_sub_string", [hello, 1, 6]);
    expect(textOf(result)).toBe("é€");
    expect(gas).toEqual({ "move_stdlib.string.sub_string.base": 1, "move_stdlib.string.sub_string.per_byte": 5 });
    expect(await bench.abortOf("0x1::string::internal_sub_string", [hello, 3, 1])).toBe(1n);
  });

  test.each([
    ["banana", "ana", 1],
    ["banana", "nab", 6],
    ["banana", "", 0],
    ["aab", "ab", 1],
    ["", "a", 0],
  ])("first %j of %j", async (content, pattern, expected) => {
    const args = [ref(bytes(content)), ref(bytes(pattern))];
    const { result, gas } = await bench.run("0x1::string::internal_index_of", args);
    expect(result).toBe(expected);
    expect(gas).toEqual({
      "move_stdlib.string.index_of.base": 1,
      "move_stdlib.string.index_of.per_byte_pattern": pattern.length,
      "move_stdlib.string.index_of.per_byte_searched": expected,
    });
  });
});

describe("bcs", () => {
  const pair = { kind: "Struct", type: undefined, fields: [] } as const;
  const structs = {
    "0x1::m::Pair": {
      ...pair,
      fields: [
        { name: "a", layout: { kind: "U64" } },
        { name: "b", layout: { kind: "Address" } },
      ],
    },
    "0x1::m::Long": {
      ...pair,
      fields: [
        { name: "a", layout: { kind: "U8" } },
        { name: "b", layout: { kind: "Vector", element: { kind: "U8" } } },
        { name: "c", layout: { kind: "U64" } },
      ],
    },
  } as const;
  const bench = new NativeBench({ structs, enumOption: true, features: [feature.lazyLoading] });
  const structType = (name: string) => bench.types.struct(address(1), "m", name, []);

  test("a value's bytes, and their price", async () => {
    const { result, gas } = await bench.run("0x1::bcs::to_bytes", [ref([258, address(0xa)])], [structType("Pair")]);
    expect(hexOf(result)).toBe(`0201000000000000${address(0xa).slice(2)}`);
    expect(gas).toEqual({ "move_stdlib.bcs.to_bytes.per_byte_serialized": 40 });
  });

  test("a signer is its address", async () => {
    const result = await bench.result("0x1::bcs::to_bytes", [ref([0, address(0xcafe)])], [signerType]);
    expect(hexOf(result)).toBe(address(0xcafe).slice(2));
  });

  test("what has no bytes aborts and pays for it", async () => {
    const target = { address: address(1), module: "m", name: "f", typeArgs: [] };
    const closure: Value = new Closure(target, 0n, [], undefined);
    const type = bench.types.function([], [], 0);
    const { error, gas } = await bench.run("0x1::bcs::to_bytes", [ref(closure)], [type]);
    expect(error?.abortCode).toBe(0x1c5n);
    expect(gas).toEqual({ "move_stdlib.bcs.to_bytes.failure": 1 });
    const size = await bench.run("0x1::bcs::serialized_size", [ref(closure)], [type]);
    expect(size.error?.abortCode).toBe(0x1c5n);
    expect(size.gas).toEqual({
      "move_stdlib.bcs.serialized_size.base": 1,
      "move_stdlib.bcs.serialized_size.failure": 1,
    });
  });

  test("a type without layout keeps its status with lazy loading and aborts without", async () => {
    const lazy = await bench.run("0x1::bcs::to_bytes", [ref(1)], [structType("Missing")]);
    expect(lazy.error?.status).toBe("TYPE_RESOLUTION_FAILURE");
    const eager = new NativeBench();
    const type = eager.types.struct(address(1), "m", "Missing", []);
    expect(await eager.abortOf("0x1::bcs::to_bytes", [ref(1)], [type])).toBe(0x1c5n);
  });

  test("nesting beyond the limit keeps its status", async () => {
    let value: Value = [];
    let type = bench.types.vector(u64);
    for (let depth = 0; depth < 128; depth++) {
      value = [value];
      type = bench.types.vector(type);
    }
    const { error } = await bench.run("0x1::bcs::to_bytes", [ref(value)], [type]);
    expect(error?.status).toBe("VM_MAX_VALUE_DEPTH_REACHED");
  });

  test.each([
    ["Pair", [1, 40], 3],
    // The look ends at the first part without a size.
    ["Long", [0], 3],
  ])("constant size of %s", async (name, expected, nodes) => {
    const { result, gas } = await bench.run("0x1::bcs::constant_serialized_size", [], [structType(name)]);
    expect(result).toEqual(expected);
    expect(gas["move_stdlib.bcs.constant_serialized_size.per_type_node"]).toBe(nodes);
  });

  test("an option is a struct where the ledger has it so", async () => {
    const plain = new NativeBench({ structs });
    expect(await plain.result("0x1::bcs::constant_serialized_size", [], [u64])).toEqual([[8]]);
    expect(await plain.result("0x1::bcs::constant_serialized_size", [], [plain.types.vector(u64)])).toEqual([[]]);
  });

  test("bytes become a value, or an abort", async () => {
    const input = Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0);
    const { result, gas } = await bench.run("0x1::from_bcs::from_bytes", [bytes(input)], [u64]);
    expect(result).toBe(513);
    expect(gas).toEqual({
      "aptos_framework.util.from_bytes.base": 1,
      "aptos_framework.util.from_bytes.per_byte": 8,
    });
    expect(await bench.abortOf("0x1::util::from_bytes", [bytes(input.subarray(1))], [u64])).toBe(0x1_0001n);
    expect(await bench.abortOf("0x1::from_bcs::from_bytes", [bytes(new Uint8Array(33))], [signerType])).toBe(0x1_0001n);
  });
});

describe("vectors and memory", () => {
  const bench = new NativeBench();
  const native = "0x1::vector::move_range";
  const u8 = primitiveTypes.U8;

  test.each([
    [[1, 2, 3, 4, 5], 1, 2, [10, 20], 1, [1, 4, 5], [10, 2, 3, 20], 7],
    [[1, 2], 0, 2, [], 0, [], [1, 2], 4],
    [[1, 2], 2, 0, [9], 1, [1, 2], [9], 0],
  ])("moves from %j at %i, %i long", async (from, start, length, to, at, left, result, moved) => {
    const lists = [ref([...from]), ref([...to])] as const;
    const { gas } = await bench.run(native, [lists[0], start, length, lists[1], at], [u64]);
    expect([lists[0].target, lists[1].target]).toEqual([left, result]);
    expect(gas).toEqual({
      "move_stdlib.vector.move_range.base": 1,
      "move_stdlib.vector.move_range.per_index_moved": moved,
    });
    const texts = [ref(bytes(Uint8Array.from(from))), ref(bytes(Uint8Array.from(to)))] as const;
    await bench.run(native, [texts[0], start, length, texts[1], at], [u8]);
    expect(texts.map(({ target }) => [...(target as ByteVector).bytes])).toEqual([left, result]);
  });

  test.each([
    [1, 5, 0],
    [0, 2n ** 64n - 1n, 0],
    [5, 0, 0],
    [0, 1, 3],
  ])("refuses range (%i, %i) to %i", async (start, length, at) => {
    expect(await bench.abortOf(native, [ref([1, 2]), start, length, ref([1, 2]), at], [u64])).toBe(1n);
  });

  test("a long vector moves without the host's stack", async () => {
    const from = ref(Array.from({ length: 300_000 }, (_, index) => index));
    const to = ref([-1]);
    await bench.run(native, [from, 0, 300_000, to, 0], [u64]);
    expect((to.target as Value[]).length).toBe(300_001);
    expect((to.target as Value[])[299_999]).toBe(299_999);
  });

  test.each([1_000, 1_001, 2_500])("%i values move into the middle of others", async (count) => {
    const moved = Array.from({ length: count }, (_, index) => index);
    const to = ref([-1, -2]);
    await bench.run(native, [ref([-3, ...moved]), 1, count, to, 1], [u64]);
    expect(to.target).toEqual([-1, ...moved, -2]);
  });

  test("empty vectors that were read together grow apart", async () => {
    const type = bench.types.vector(bench.types.vector(u8));
    const [first, second] = (await bench.result(
      "0x1::from_bcs::from_bytes",
      [bytes(Uint8Array.of(2, 0, 0))],
      [type],
    )) as unknown as [ByteVector, ByteVector];
    first.push(7);
    expect([[...first.bytes], [...second.bytes]]).toEqual([[7], []]);
  });

  test("values change places, and both owners are told", async () => {
    const origins = [{ dirty: false }, { dirty: false }];
    const places: Value[][] = [[[1]], [[2]]];
    const refs = places.map((place, index) => new Reference(place, 0, origins[index]!));
    await bench.run("0x1::mem::swap", refs, [u64]);
    expect(places).toEqual([[[2]], [[1]]]);
    expect(origins).toEqual([{ dirty: true }, { dirty: true }]);
  });

  test.each([
    [1, 2, [0]],
    [2n ** 64n - 1n, 2n ** 64n - 1n, [1]],
    [3, 2, [2]],
  ])("compares %i and %i", async (left, right, expected) => {
    const { result, gas } = await bench.run("0x1::cmp::compare", [ref(left), ref(right)], [u64]);
    expect(result).toEqual(expected);
    expect(gas).toEqual({ "move_stdlib.cmp.compare.base": 1, "move_stdlib.cmp.compare.per_abs_val_unit": 80 });
  });
});

describe("signers", () => {
  // Frameworks of early 2025, such as devnet's of 2025-03-13, have the second one.
  test.each(["0x1::signer::borrow_address", "0x1::permissioned_signer::borrow_address"])(
    "a signer lends its address to %s",
    async (name) => {
      const bench = new NativeBench();
      const signer = await bench.result("0x1::create_signer::create_signer", [address(0xb0b)]);
      const borrowed = await bench.run(name, [ref(signer as Value)]);
      expect((borrowed.result as Reference).target).toBe(address(0xb0b));
      expect(borrowed.gas).toEqual({ "move_stdlib.signer.borrow_address.base": 1 });
      expect(await bench.abortOf(name, [ref([1, address(1), address(2)])])).toBe(9n);
    },
  );

  test("permissioned signers need their feature", async () => {
    const name = "0x1::permissioned_signer::signer_from_permissioned_handle_impl";
    const args = [address(1), address(2)];
    expect(await new NativeBench().abortOf(name, args)).toBe(9n);
    const bench = new NativeBench({ features: [feature.permissionedSigner] });
    const signer = ref((await bench.result(name, args)) as Value);
    expect(await bench.result("0x1::permissioned_signer::permission_address", [signer])).toBe(address(2));
    expect(((await bench.result("0x1::signer::borrow_address", [signer])) as Reference).target).toBe(address(1));
    const master = ref([0, address(1)]);
    expect(await bench.abortOf("0x1::bcs::to_bytes", [signer], [primitiveTypes.Signer])).toBe(0x1c5n);
    expect(await bench.abortOf("0x1::permissioned_signer::permission_address", [master])).toBe(3n);
    expect(await bench.result("0x1::permissioned_signer::is_permissioned_signer_impl", [master])).toBe(false);
  });
});
