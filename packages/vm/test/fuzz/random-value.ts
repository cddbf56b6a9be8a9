import type { Random } from "@ledger/random";
import type { ValueLayout } from "../../src/index.ts";

/** Lengths that cryptography asks for. */
const keyLengths = [32, 33, 48, 64, 96, 97];
/** Last bytes of addresses where the framework has something. */
const knownAddresses = [0, 1, 3, 4, 10];

/** The BCS of some value of a layout; undefined where none can be made up. */
export function randomValue(random: Random, layout: ValueLayout): Uint8Array | undefined {
  const bytes: number[] = [];
  return write(random, layout, 0, bytes) ? Uint8Array.from(bytes) : undefined;
}

function write(random: Random, layout: ValueLayout, depth: number, into: number[]): boolean {
  switch (layout.kind) {
    case "Bool":
      into.push(random.below(2));
      return true;
    case "Address":
      for (let i = 0; i < 31; i++) into.push(0);
      into.push(random.below(3) === 0 ? random.below(256) : random.pick(knownAddresses));
      return true;
    case "Signer":
    case "Function":
      return false;
    case "Vector":
      return writeVector(random, layout.element, depth, into);
    case "Struct":
      return layout.fields.every((field) => write(random, field.layout, depth + 1, into));
    case "Enum": {
      // The first variant of an enum ends most recursions.
      const variant = depth > 6 ? 0 : random.below(layout.variants.length);
      into.push(variant);
      return layout.variants[variant]!.fields.every((field) => write(random, field.layout, depth + 1, into));
    }
    default: {
      const size = Number(layout.kind.slice(1)) / 8;
      const isSmall = random.below(3) > 0;
      for (let i = 0; i < size; i++) into.push(isSmall ? (i === 0 ? random.below(5) : 0) : random.below(256));
      return true;
    }
  }
}

function writeVector(random: Random, element: ValueLayout, depth: number, into: number[]): boolean {
  const isBytes = element.kind === "U8";
  const length = isBytes && random.below(6) === 0 ? random.pick(keyLengths) : random.below(depth > 3 ? 2 : 5);
  into.push(length);
  for (let i = 0; i < length; i++) {
    if (isBytes) into.push(random.below(3) > 0 ? 0x61 + random.below(26) : random.below(256));
    else if (!write(random, element, depth + 1, into)) return false;
  }
  return true;
}
