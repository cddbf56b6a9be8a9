import { bytesToHex, hexToBytes } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { feature } from "../../src/features/feature.ts";
import type { NativeResult, Results } from "../../src/port/native.ts";
import type { Type } from "../../src/type/type.ts";
import type { ByteVector } from "../../src/value/byte-vector.ts";
import type { Value } from "../../src/value/value.ts";
import { address, bytes, NativeBench, type Outcome, ref } from "./run-native.ts";

type Family = "bls12381" | "bn254";

const features = [feature.bls12381Structures, feature.bn254Structures];

/** One session, with shorter names. */
class Algebra {
  readonly bench: NativeBench;
  readonly family: Family;

  constructor(family: Family, on: readonly number[] = features, featureVersion = 50) {
    this.bench = new NativeBench({ features: on, featureVersion });
    this.family = family;
  }

  type(name: string, family = this.family): Type {
    return this.bench.types.struct(address(1), `${family}_algebra`, name, []);
  }

  run(name: string, types: readonly string[], args: readonly Value[] = []): Promise<Outcome> {
    return this.bench.run(
      `0x1::crypto_algebra::${name}_internal`,
      args,
      types.map((type) => this.type(type)),
    );
  }

  async do(name: string, types: readonly string[], ...args: Value[]): Promise<Value> {
    const { result, error } = await this.run(name, types, args);
    if (error !== undefined) throw error;
    return result as Value;
  }

  async hex(type: string, format: string, handle: Value): Promise<string> {
    return hexOf(await this.do("serialize", [type, format], handle));
  }

  async read(type: string, format: string, hex: string): Promise<readonly Value[]> {
    const { result } = await this.run("deserialize", [type, format], [ref(bytes(hexToBytes(hex)))]);
    return (result as Results).values;
  }

  async abortOf(name: string, types: readonly string[], args: readonly Value[] = []): Promise<bigint | undefined> {
    return (await this.run(name, types, args)).error?.abortCode;
  }
}

function hexOf(value: NativeResult): string {
  return bytesToHex((value as ByteVector).bytes);
}

function pricesOf({ gas }: Outcome): Record<string, number> {
  return Object.fromEntries(
    Object.entries(gas).map(([key, units]) => [key.replace("aptos_framework.algebra.ark_", ""), units]),
  );
}

/** What is known of each family without this code. */
const families = {
  bls12381: {
    key: "bls12_381",
    g1: { compressed: 48, zero: `c0${"00".repeat(47)}`, zeroPlain: `40${"00".repeat(95)}` },
    generators: {
      g1: "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
      g2: "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
    },
    // The beginnings and ends of e(g1, g2) and of 7 times it, as the arkworks library writes them.
    gt: {
      one: [
        /^b68917caaa0543a808c53908f694d1b6e7b38de90ce9d83d505ca1ef1b442d27/,
        /cd7a4ac3bc77e1ad0cb728606cf08bf6386e5410f$/,
      ],
      seven: /^2041ea7b66c19680e2c0bb23245a71918753220b31f88a925aa9b1e192e7c188/,
    },
    order: "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73",
    gtBytes: 576,
  },
  bn254: {
    key: "bn254",
    g1: { compressed: 32, zero: `${"00".repeat(31)}40`, zeroPlain: `${"00".repeat(63)}40` },
    generators: {
      g1: `01${"00".repeat(31)}`,
      g2: "edf692d95cbdde46ddda5ef7d422436779445c5e66006a42761e1f12efde0018c212f3aeb785e49712e7a9353349aaf1255dfb31b7bf60723a480d9293938e19",
    },
    gt: {
      one: [
        /^950e879d73631f5eb5788589eb5f7ef8d63e0a28de1ba00dfe4ca9ed3f252b26/,
        /9443b3e1ee5c96fa3a0a73f301b626454721527bf900$/,
      ],
      seven: /^533a587534641b568125fb273eac723c789a347eba9fcfd58d93742b3a0b782f/,
    },
    order: "010000f093f5e1439170b97948e833285d588181b64550b829a031e1724e6430",
    gtBytes: 384,
  },
} as const;

describe.each(["bls12381", "bn254"] as const)("%s", (family) => {
  const known = families[family];

  test("generators, orders and the pairing are the published ones", async () => {
    const algebra = new Algebra(family);
    const g1 = await algebra.do("one", ["G1"]);
    const g2 = await algebra.do("one", ["G2"]);
    expect(await algebra.hex("G1", "FormatG1Compr", g1)).toBe(known.generators.g1);
    expect(await algebra.hex("G2", "FormatG2Compr", g2)).toBe(known.generators.g2);
    for (const structure of ["Fr", "G1", "G2", "Gt"]) {
      expect(hexOf(await algebra.do("order", [structure]))).toBe(known.order);
    }
    const paired = await algebra.hex("Gt", "FormatGt", await algebra.do("pairing", ["G1", "G2", "Gt"], g1, g2));
    expect(paired).toBe(await algebra.hex("Gt", "FormatGt", await algebra.do("one", ["Gt"])));
    for (const part of known.gt.one) expect(paired).toMatch(part);
    expect(paired.length).toBe(2 * known.gtBytes);
    const seven = await algebra.do("from_u64", ["Fr"], 7);
    const sevenfold = await algebra.do("scalar_mul", ["Gt", "Fr"], await algebra.do("one", ["Gt"]), seven);
    expect(await algebra.hex("Gt", "FormatGt", sevenfold)).toMatch(known.gt.seven);
  });

  test("the pairing is bilinear, and infinity pairs to one", async () => {
    const algebra = new Algebra(family);
    const [five, six] = [await algebra.do("from_u64", ["Fr"], 5), await algebra.do("from_u64", ["Fr"], 6)];
    const [g1, g2] = [await algebra.do("one", ["G1"]), await algebra.do("one", ["G2"])];
    const first = await algebra.do("scalar_mul", ["G1", "Fr"], g1, five);
    const second = await algebra.do("scalar_mul", ["G2", "Fr"], g2, six);
    const left = await algebra.do("pairing", ["G1", "G2", "Gt"], first, second);
    const thirty = await algebra.do("mul", ["Fr"], five, six);
    const right = await algebra.do("scalar_mul", ["Gt", "Fr"], await algebra.do("one", ["Gt"]), thirty);
    expect(await algebra.do("eq", ["Gt"], left, right)).toBe(true);
    const zero = await algebra.do("zero", ["G1"]);
    const nothing = await algebra.do("pairing", ["G1", "G2", "Gt"], zero, g2);
    expect(await algebra.do("eq", ["Gt"], nothing, await algebra.do("zero", ["Gt"]))).toBe(true);
    const product = await algebra.do("multi_pairing", ["G1", "G2", "Gt"], [first, zero, g1], [second, g2, g2]);
    const sum = await algebra.do("add", ["Gt"], left, await algebra.do("one", ["Gt"]));
    expect(await algebra.do("eq", ["Gt"], product, sum)).toBe(true);
    const none = await algebra.do("multi_pairing", ["G1", "G2", "Gt"], [], []);
    expect(await algebra.do("eq", ["Gt"], none, nothing)).toBe(true);
  });

  test.each(["G1", "G2"])("%s is a group, written and read in both forms", async (group) => {
    const algebra = new Algebra(family);
    const one = await algebra.do("one", [group]);
    const two = await algebra.do("double", [group], one);
    const three = await algebra.do("add", [group], two, one);
    const scalar = await algebra.do("from_u64", ["Fr"], 3);
    expect(await algebra.do("eq", [group], three, await algebra.do("scalar_mul", [group, "Fr"], one, scalar))).toBe(
      true,
    );
    const back = await algebra.do("add", [group], three, await algebra.do("neg", [group], two));
    expect(await algebra.do("eq", [group], back, one)).toBe(true);
    const zero = await algebra.do("sub", [group], three, three);
    expect(await algebra.do("eq", [group], zero, await algebra.do("zero", [group]))).toBe(true);
    // 1·3 + 3·3 = 12 = 4·3
    const sum = await algebra.do("multi_scalar_mul", [group, "Fr"], [one, three], [scalar, scalar]);
    const four = await algebra.do("from_u64", ["Fr"], 4);
    expect(await algebra.do("eq", [group], sum, await algebra.do("scalar_mul", [group, "Fr"], three, four))).toBe(true);
    for (const form of ["Compr", "Uncompr"]) {
      const format = `Format${group}${form}`;
      for (const element of [one, three, zero, await algebra.do("neg", [group], three)]) {
        const hex = await algebra.hex(group, format, element);
        const [isRead, handle] = await algebra.read(group, format, hex);
        expect([isRead, await algebra.do("eq", [group], handle!, element)]).toEqual([true, true]);
        expect(await algebra.read(group, format, hex.slice(2))).toEqual([false, 0]);
      }
    }
    if (group === "G1") {
      expect(await algebra.hex(group, "FormatG1Compr", zero)).toBe(known.g1.zero);
      expect(await algebra.hex(group, "FormatG1Uncompr", zero)).toBe(known.g1.zeroPlain);
    }
  });

  test("points off the curve or out of the group are not read", async () => {
    const algebra = new Algebra(family);
    const plain = await algebra.hex("G1", "FormatG1Uncompr", await algebra.do("one", ["G1"]));
    const offCurve = hexToBytes(plain);
    offCurve[offCurve.length - (family === "bn254" ? 32 : 1)]! ^= 1;
    expect(await algebra.read("G1", "FormatG1Uncompr", bytesToHex(offCurve))).toEqual([false, 0]);
    expect(await algebra.read("G1", "FormatG1Compr", "ff".repeat(known.g1.compressed))).toEqual([false, 0]);
    // Small x coordinates: no point of BLS12-381's curve with them is in its group; of BN254's, x = 4, 10 and 12 are of no point.
    let outside = 0;
    for (let x = 1; x < 20; x++) {
      const encoded = new Uint8Array(known.g1.compressed);
      encoded[family === "bn254" ? 0 : encoded.length - 1] = x;
      if (family === "bls12381") encoded[0]! |= 0x80;
      const [isRead] = await algebra.read("G1", "FormatG1Compr", bytesToHex(encoded));
      if (isRead === false) outside++;
    }
    expect(outside).toBe(family === "bn254" ? 3 : 19);
  });

  test.each(["Fr", "Fq12", ...(family === "bn254" ? ["Fq"] : [])])("%s is a field", async (field) => {
    const algebra = new Algebra(family);
    const five = await algebra.do("from_u64", [field], 5);
    const seven = await algebra.do("from_u64", [field], 7);
    const same = async (a: Value, b: Value) => expect(await algebra.do("eq", [field], a, b)).toBe(true);
    await same(await algebra.do("add", [field], five, seven), await algebra.do("from_u64", [field], 12));
    await same(await algebra.do("mul", [field], five, seven), await algebra.do("from_u64", [field], 35));
    await same(await algebra.do("sqr", [field], five), await algebra.do("from_u64", [field], 25));
    await same(await algebra.do("sub", [field], five, five), await algebra.do("zero", [field]));
    await same(
      await algebra.do("add", [field], five, await algebra.do("neg", [field], five)),
      await algebra.do("zero", [field]),
    );
    await same(
      await algebra.do("from_u64", [field], 2n ** 64n - 1n),
      await algebra.do(
        "sub",
        [field],
        await algebra.do(
          "mul",
          [field],
          await algebra.do("from_u64", [field], 2n ** 63n),
          await algebra.do("from_u64", [field], 2),
        ),
        await algebra.do("one", [field]),
      ),
    );
    const [isThere, quotient] = ((await algebra.run("div", [field], [five, seven])).result as Results).values;
    expect(isThere).toBe(true);
    await same(await algebra.do("mul", [field], quotient!, seven), five);
    const [, inverse] = ((await algebra.run("inv", [field], [seven])).result as Results).values;
    await same(await algebra.do("mul", [field], five, inverse!), quotient!);
    const zero = await algebra.do("zero", [field]);
    for (const outcome of [
      await algebra.run("div", [field], [five, zero]),
      await algebra.run("inv", [field], [zero]),
    ]) {
      expect((outcome.result as Results).values).toEqual([false, 0]);
    }
  });

  test("scalars are written either way round, and only below the order", async () => {
    const algebra = new Algebra(family);
    const number = await algebra.do("from_u64", ["Fr"], 0x0102);
    expect(await algebra.hex("Fr", "FormatFrLsb", number)).toBe(`0201${"00".repeat(30)}`);
    expect(await algebra.hex("Fr", "FormatFrMsb", number)).toBe(`${"00".repeat(30)}0102`);
    const [isRead, handle] = await algebra.read("Fr", "FormatFrMsb", `${"00".repeat(30)}0102`);
    expect([isRead, await algebra.do("eq", ["Fr"], handle!, number)]).toEqual([true, true]);
    expect(await algebra.read("Fr", "FormatFrLsb", known.order)).toEqual([false, 0]);
    expect(await algebra.read("Fr", "FormatFrLsb", "00".repeat(33))).toEqual([false, 0]);
  });

  test("Gt and Fq12 are cast into one another where that is true", async () => {
    const algebra = new Algebra(family);
    const element = await algebra.do("one", ["Gt"]);
    const wide = await algebra.do("upcast", ["Gt", "Fq12"], element);
    expect(wide).toBe(element);
    const back = await algebra.run("downcast", ["Fq12", "Gt"], [wide]);
    expect((back.result as Results).values).toEqual([true, wide]);
    const other = await algebra.do("from_u64", ["Fq12"], 2);
    expect(((await algebra.run("downcast", ["Fq12", "Gt"], [other])).result as Results).values).toEqual([false, other]);
    const hex = await algebra.hex("Fq12", "FormatFq12LscLsb", other);
    expect(hex).toBe(`02${"00".repeat(known.gtBytes - 1)}`);
    expect(await algebra.read("Gt", "FormatGt", hex)).toEqual([false, 0]);
  });

  test("what is switched off, unknown or mixed is not implemented", async () => {
    const off = new Algebra(family, []);
    expect(await off.abortOf("zero", ["G1"])).toBe(0xc_0001n);
    expect(await off.abortOf("deserialize", ["Fr", "FormatFrLsb"], [ref(bytes(""))])).toBe(0xc_0001n);
    const algebra = new Algebra(family);
    expect(await algebra.abortOf("zero", ["toString"])).toBe(0xc_0001n);
    expect(await algebra.abortOf("mul", ["G1"], [0, 0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("double", ["Fr"], [0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("serialize", ["G1", "FormatG2Compr"], [0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("scalar_mul", ["Fr", "Fr"], [0, 0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("multi_scalar_mul", ["Gt", "Fr"], [[], []])).toBe(0xc_0001n);
    expect(await algebra.abortOf("upcast", ["Fq12", "Gt"], [0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("pairing", ["G2", "G1", "Gt"], [0, 0])).toBe(0xc_0001n);
    expect(await algebra.abortOf("multi_pairing", ["G1", "G2", "Gt"], [[0], []])).toBe(0x1_0002n);
    expect(await algebra.abortOf("multi_scalar_mul", ["G1", "Fr"], [[0], []])).toBe(0x1_0002n);
  });
});

describe("hashing to BLS12-381", () => {
  const algebra = new Algebra("bls12381");
  const hash = async (group: string, domain: string, message: string) =>
    algebra.hex(
      group,
      `Format${group}Uncompr`,
      await algebra.do("hash_to", [group, `Hash${group}XmdSha256SswuRo`], ref(bytes(domain)), ref(bytes(message))),
    );

  // RFC 9380, appendices J.9.1 and J.10.1, the empty message.
  test("gives the points of the standard", async () => {
    const g1 = await hash("G1", "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_", "");
    expect(g1.slice(0, 96)).toBe(
      "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
    );
    const g2 = await hash("G2", "QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_", "");
    expect(g2.slice(96, 192)).toBe(
      "0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a",
    );
  });

  test("takes domains of any length, and charges for long ones", async () => {
    const types = ["G1", "HashG1XmdSha256SswuRo"];
    for (const length of [0, 255, 256]) {
      const outcome = await algebra.run("hash_to", types, [ref(bytes(new Uint8Array(length))), ref(bytes("abc"))]);
      const long =
        length > 255 ? { "move_stdlib.hash.sha2_256.base": 1, "move_stdlib.hash.sha2_256.per_byte": 17 + length } : {};
      expect(pricesOf(outcome)).toEqual({
        h2c_bls12381g1_xmd_sha256_sswu_base: 1,
        h2c_bls12381g1_xmd_sha256_sswu_per_msg_byte: 3,
        ...long,
      });
    }
    expect(await algebra.abortOf("hash_to", ["G2", "HashG1XmdSha256SswuRo"], [ref(bytes("")), ref(bytes(""))])).toBe(
      0xc_0001n,
    );
  });
});

describe("gas and memory", () => {
  test("operations pay by structure, the oddities of the schedule too", async () => {
    const bls = new Algebra("bls12381");
    const bn = new Algebra("bn254");
    expect(pricesOf(await bls.run("zero", ["G1"]))).toEqual({ bls12_381_g1_proj_infinity: 1 });
    expect(pricesOf(await bls.run("one", ["Gt"]))).toEqual({ bls12_381_fq12_clone: 1 });
    expect(pricesOf(await bn.run("one", ["Fr"]))).toEqual({ bls12_381_fr_one: 1 });
    expect(pricesOf(await bn.run("one", ["Fq"]))).toEqual({ bn254_fq_one: 1 });
    const [g1, g2] = [await bls.do("one", ["G1"]), await bls.do("one", ["G2"])];
    expect(pricesOf(await bls.run("pairing", ["G1", "G2", "Gt"], [g1, g2]))).toEqual({
      bls12_381_g1_proj_to_affine: 1,
      bls12_381_g2_proj_to_affine: 1,
      bls12_381_pairing: 1,
    });
    expect(
      pricesOf(
        await bls.run(
          "multi_pairing",
          ["G1", "G2", "Gt"],
          [
            [g1, g1],
            [g2, g2],
          ],
        ),
      ),
    ).toEqual({
      bls12_381_g1_proj_to_affine: 2,
      bls12_381_g2_proj_to_affine: 2,
      bls12_381_multi_pairing_base: 1,
      bls12_381_multi_pairing_per_pair: 2,
    });
    const scalar = await bls.do("one", ["Fr"]);
    // w = 3: 85 windows of 8 buckets.
    expect(
      pricesOf(
        await bls.run(
          "multi_scalar_mul",
          ["G1", "Fr"],
          [
            [g1, g1],
            [scalar, scalar],
          ],
        ),
      ),
    ).toEqual({
      bls12_381_g1_proj_to_affine: 2,
      bls12_381_g1_proj_add: (2 + 8 + 1) * 85,
      bls12_381_g1_proj_double: 8 * 85,
    });
    // ⌈log₂ 40⌉ = 6, w = ⌊6 · 69 / 100⌋ + 2 = 6: 43 windows of 64 buckets.
    const forty = Array.from({ length: 40 }, () => g1);
    expect(pricesOf(await bls.run("multi_scalar_mul", ["G1", "Fr"], [forty, forty.map(() => scalar)]))).toEqual({
      bls12_381_g1_proj_to_affine: 40,
      bls12_381_g1_proj_add: (40 + 64 + 1) * 43,
      bls12_381_g1_proj_double: 64 * 43,
    });
  });

  test("writing a point pays for its form from feature version 21, reading one by its form", async () => {
    for (const [version, extra] of [
      [20, {}],
      [21, { bls12_381_g1_proj_to_affine: 1 }],
    ] as const) {
      const bls = new Algebra("bls12381", features, version);
      const outcome = await bls.run("serialize", ["G1", "FormatG1Compr"], [await bls.do("one", ["G1"])]);
      expect(pricesOf(outcome)).toEqual({ bls12_381_g1_affine_serialize_comp: 1, ...extra });
    }
    const bls = new Algebra("bls12381");
    const gt = await bls.hex("Gt", "FormatGt", await bls.do("one", ["Gt"]));
    expect(pricesOf(await bls.run("deserialize", ["Gt", "FormatGt"], [ref(bytes(hexToBytes(gt)))]))).toEqual({
      bls12_381_fq12_deser: 1,
      bls12_381_fq12_pow_u256: 1,
      bls12_381_fq12_eq: 1,
    });
    const short = await bls.run("deserialize", ["Gt", "FormatGt"], [ref(bytes(""))]);
    expect([(short.result as Results).values, pricesOf(short)]).toEqual([[false, 0], {}]);
  });

  test("elements of a session take at most a mebibyte", async () => {
    const bls = new Algebra("bls12381");
    for (let i = 0; i < Math.floor(2 ** 20 / 576); i++) await bls.do("zero", ["Fq12"]);
    expect(await bls.abortOf("zero", ["Fq12"])).toBe(0x9_0003n);
    expect(await bls.do("zero", ["Fr"])).toBe(1820);
    expect((await bls.run("neg", ["Fr"], [0])).error?.status).toBe("UNKNOWN_INVARIANT_VIOLATION_ERROR");
    expect((await bls.run("neg", ["Fr"], [9999])).error?.status).toBe("UNKNOWN_INVARIANT_VIOLATION_ERROR");
  });
});
