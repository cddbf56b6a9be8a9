import { bytes as bytesCodec } from "@ledger/bcs";
import type { Random } from "@ledger/random";

/** Types of random programs: all of them can be copied, dropped and stored. */
export type ProgramType =
  | { readonly kind: "int"; readonly name: string; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: "bool" | "address" | "parameter" | "point" | "shape" }
  | { readonly kind: "vector" | "box"; readonly item: ProgramType };

/** Where the programs' modules are. */
export const home = "0xcafe::program";

export const integers: readonly Extract<ProgramType, { kind: "int" }>[] = [8, 16, 32, 64, 128, 256].flatMap((bits) =>
  [false, true].map((isSigned) => ({
    kind: "int" as const,
    name: `${isSigned ? "i" : "u"}${bits}`,
    bits,
    isSigned,
  })),
);
export const u8 = integers.find(({ name }) => name === "u8")!;
export const u64 = integers.find(({ name }) => name === "u64")!;
export const bool: ProgramType = { kind: "bool" };
export const point: ProgramType = { kind: "point" };
export const shape: ProgramType = { kind: "shape" };
export const parameter: ProgramType = { kind: "parameter" };

/** The type as the builder of modules reads it. */
export function textOf(type: ProgramType): string {
  switch (type.kind) {
    case "int":
      return type.name;
    case "vector":
      return `vector<${textOf(type.item)}>`;
    case "box":
      return `${home}::Box<${textOf(type.item)}>`;
    case "point":
      return `${home}::Point`;
    case "shape":
      return `${home}::Shape`;
    case "parameter":
      return "T0";
    default:
      return type.kind;
  }
}

/** Some type. @param isGeneric - whether the function has a type parameter */
export function randomType(random: Random, isGeneric: boolean, depth = 0): ProgramType {
  const choice = random.below(depth > 1 ? 7 : 12);
  if (isGeneric && random.once(4)) return parameter;
  if (choice < 5) return random.once(2) ? u64 : random.pick(integers);
  if (choice === 5) return bool;
  if (choice === 6) return { kind: "address" };
  if (choice < 10) return { kind: "vector", item: random.once(3) ? u8 : randomType(random, isGeneric, depth + 1) };
  if (choice === 10) return random.once(2) ? point : shape;
  return { kind: "box", item: randomType(random, isGeneric, depth + 1) };
}

/** Some number of an integer type: often a small one, or one at the end of the range. */
export function randomInteger(
  random: Random,
  { bits, isSigned }: { readonly bits: number; readonly isSigned: boolean },
): bigint {
  const top = 2n ** BigInt(isSigned ? bits - 1 : bits);
  const low = isSigned ? -top : 0n;
  switch (random.below(40)) {
    case 0:
      return low;
    case 1:
      return top - 1n;
    case 2:
      // Where numbers become bigints.
      return bits > 53 ? 2n ** 53n - BigInt(random.below(3)) : BigInt(random.below(5));
    case 3:
      return low + (BigInt(`0x${Buffer.from(random.bytes(32)).toString("hex")}`) % (top - low));
    default:
      return BigInt(random.below(5)) - (isSigned && random.once(2) ? 4n : 0n);
  }
}

/** Some BCS of a type that is given from outside; those of the module itself are not. */
export function randomBcs(random: Random, type: ProgramType): Uint8Array {
  switch (type.kind) {
    case "int": {
      const value = BigInt.asUintN(type.bits, randomInteger(random, type));
      return Uint8Array.from({ length: type.bits / 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
    }
    case "bool":
      return Uint8Array.of(random.below(2));
    case "address":
      return Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? random.below(3) : 0));
    case "vector": {
      const { item } = type;
      if (item.kind === "int" && item.bits === 8) return bytesCodec.encode(random.bytes(random.below(6)));
      const items = Array.from({ length: random.below(4) }, () => randomBcs(random, item));
      return Uint8Array.from([items.length, ...items.flatMap((one) => [...one])]);
    }
    default:
      throw new TypeError(`no value of ${textOf(type)} comes from outside`);
  }
}

/** Whether values of a type may be given from outside. */
export function isPlain(type: ProgramType): boolean {
  return type.kind === "vector" ? isPlain(type.item) : ["int", "bool", "address"].includes(type.kind);
}
