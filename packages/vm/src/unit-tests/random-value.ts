import { bytes as bcsBytes } from "@ledger/bcs";
import { type Address, bytesToHex, concatBytes } from "@ledger/types";
import type { FunctionArgument } from "../entry/call-function.ts";
import { utf8Encoder } from "../host.ts";
import { bigEndian, toLittleEndian } from "../natives/crypto/byte-order.ts";
import type { Type } from "../type/type.ts";
import { type IntegerKind, integerRanges } from "../value/integer.ts";
import type { RandomBytes } from "./random-bytes.ts";

/** A made-up argument, and how a report shows it. */
export interface RandomValue {
  readonly argument: FunctionArgument;
  readonly text: string;
}

const maxElements = 8;
const letters = "abcXYZ019 _-\u{e9}\u{4e2d}\u{1f600}";

/**
 * Makes a value up: integers of every size and at the ends of their range, addresses, short vectors and texts.
 *
 * @returns undefined for a type of which arbitrary values would be none that the program can make, such as a struct
 */
export function randomValue(type: Type, random: RandomBytes): RandomValue | undefined {
  if (type.kind === "Reference") return randomValue(type.target, random);
  if (type.kind === "Signer") {
    const signer = randomAddress(random);
    return { argument: { signer }, text: `0x${bytesToHex(signer)}` };
  }
  const made = randomBytes(type, random);
  return made && { argument: made.bytes, text: made.text };
}

interface Made {
  readonly bytes: Uint8Array;
  readonly text: string;
}

function randomBytes(type: Type, random: RandomBytes): Made | undefined {
  if (Object.hasOwn(integerRanges, type.kind)) return randomInteger(type.kind as IntegerKind, random);
  if (type.kind === "Bool") {
    const bit = random.below(2);
    return { bytes: Uint8Array.of(bit), text: String(bit === 1) };
  }
  if (type.kind === "Address") {
    const address = randomAddress(random);
    return { bytes: address, text: `@0x${bytesToHex(address)}` };
  }
  if (type.kind === "Vector") return randomVector(type.element, random);
  return type.text === "0x1::string::String" ? randomText(random) : undefined;
}

/** Half of the values are near the ends and near zero, where mistakes are. */
function randomInteger(kind: IntegerKind, random: RandomBytes): Made {
  const { bits, min, max } = integerRanges[kind];
  const small = BigInt(random.below(4));
  const size = BigInt(1 + (bigEndianNumber(random.take(2)) % bits));
  const wide = bigEndian(random.take(bits / 8)) % 2n ** size;
  const value = [small, max - small, min + small, wide, wide, min < 0n && -wide >= min ? -wide : wide][
    random.below(6)
  ]!;
  const kept = value > max ? max : value;
  return { bytes: toLittleEndian(BigInt.asUintN(bits, kept), bits / 8), text: String(kept) };
}

function bigEndianNumber(bytes: Uint8Array): number {
  return Number(bigEndian(bytes));
}

function randomAddress(random: RandomBytes): Address {
  return random.take(32).slice() as Address;
}

function randomVector(element: Type, random: RandomBytes): Made | undefined {
  const elements = Array.from({ length: random.below(maxElements + 1) }, () => randomBytes(element, random));
  // Whether a type has random values does not depend on how many were asked for.
  if (randomBytes(element, random) === undefined) return undefined;
  return {
    bytes: concatBytes(Uint8Array.of(elements.length), ...elements.map((one) => one!.bytes)),
    text: `[${elements.map((one) => one!.text).join(", ")}]`,
  };
}

function randomText(random: RandomBytes): Made {
  const characters = [...letters];
  const text = Array.from(
    { length: random.below(maxElements * 2) },
    () => characters[random.below(characters.length)]!,
  ).join("");
  return { bytes: bcsBytes.encode(utf8Encoder.encode(text)), text: JSON.stringify(text) };
}
