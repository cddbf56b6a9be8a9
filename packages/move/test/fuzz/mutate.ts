import type { Random } from "@ledger/random";
import { concatBytes } from "@ledger/types";
import type { JsonValue } from "../../src/index.ts";

const interesting = [0x00, 0x01, 0x02, 0x03, 0x05, 0x06, 0x0a, 0x0b, 0x10, 0x7f, 0x80, 0x81, 0xfe, 0xff];
const maxLength = 65_536;

/** Changes bytes in a few places: single bytes, blocks that go, come, repeat, or come from another input. */
export function mutateBytes(random: Random, input: Uint8Array, other: Uint8Array): Uint8Array {
  let bytes: Uint8Array = input.slice();
  for (let count = 1 + random.below(4); count > 0; count--) bytes = mutateOnce(random, bytes, other);
  if (random.once(100)) bytes = repeatBlock(random, bytes);
  return bytes.subarray(0, maxLength);
}

/** Makes a long input out of a short one. */
function repeatBlock(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  const block = bytes.subarray(at, at + 1 + random.below(12));
  const times = Math.floor(random.below(maxLength) / Math.max(1, block.length));
  const repeated = Uint8Array.from({ length: times * block.length }, (_, i) => block[i % block.length]!);
  return concatBytes(bytes.subarray(0, at), repeated, bytes.subarray(at));
}

function mutateOnce(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(random.once(4) ? 64 : 4));
  switch (random.below(7)) {
    case 0:
      if (at < bytes.length) bytes[at] = random.pick(interesting);
      return bytes;
    case 1:
      if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << random.below(8));
      return bytes;
    case 2:
      if (at < bytes.length) bytes[at] = bytes[at]! + random.pick([-1, 1]);
      return bytes;
    case 3:
      return concatBytes(bytes.subarray(0, at), bytes.subarray(end));
    case 4:
      return concatBytes(bytes.subarray(0, at), random.bytes(1 + random.below(4)), bytes.subarray(at));
    case 5:
      return concatBytes(bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end));
    default: {
      const from = random.below(other.length + 1);
      return concatBytes(bytes.subarray(0, at), other.subarray(from, from + 16), bytes.subarray(end));
    }
  }
}

const tokens = [
  "0x1::",
  "vector<",
  ">",
  "<",
  ",",
  " ",
  "u8",
  "&",
  "&mut ",
  "|",
  "::",
  "0x",
  "T0",
  "signer",
  "_",
  "$",
  "(",
];

/** Changes characters of a text, and puts in pieces of type texts. */
export function mutateText(random: Random, text: string): string {
  let changed = text;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(changed.length + 1);
    const end = Math.min(changed.length, at + random.below(6));
    const piece = random.once(2)
      ? random.pick(tokens)
      : String.fromCharCode(random.below(random.once(8) ? 65_536 : 128));
    changed = changed.slice(0, at) + (random.once(3) ? "" : piece) + changed.slice(random.once(2) ? end : at);
    if (random.once(40)) changed = "vector<".repeat(random.below(4_000)) + changed;
  }
  return changed.slice(0, maxLength);
}

const scalars: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  255,
  256,
  2 ** 32,
  2 ** 53,
  1e300,
  "",
  "0",
  "-1",
  "+7",
  "0x",
  "0x1",
  "0xff",
  "18446744073709551616",
  "9".repeat(79),
  "9".repeat(100_000),
  "text",
  "\ud800",
  '\u0000"\\',
];
const memberNames = [
  "vec",
  "inner",
  "bytes",
  "first",
  "second",
  "__variant__",
  "Red",
  "Custom",
  "r",
  "__proto__",
  "value",
];

/** A random JSON value of limited size. */
function randomJson(random: Random, depth = 3): JsonValue {
  const form = random.below(depth > 0 ? 6 : 3);
  if (form < 3) return random.pick(scalars);
  const count = random.below(4);
  if (form < 5) return Array.from({ length: count }, () => randomJson(random, depth - 1));
  return objectOf(Array.from({ length: count }, () => [random.pick(memberNames), randomJson(random, depth - 1)]));
}

/** Replaces, drops, adds or repeats a part of a JSON value. */
export function mutateJson(random: Random, json: JsonValue): JsonValue {
  if (typeof json === "object" && json !== null && !random.once(4)) {
    return Array.isArray(json)
      ? mutateArray(random, json)
      : mutateObject(random, json as { [name: string]: JsonValue });
  }
  return random.once(3) ? randomJson(random) : random.pick(scalars);
}

function mutateArray(random: Random, items: readonly JsonValue[]): JsonValue {
  if (items.length === 0 || random.once(6)) return [...items, randomJson(random)];
  const at = random.below(items.length);
  if (random.once(6)) return items.toSpliced(at, 1);
  if (random.once(200)) return Array.from({ length: 3_000 }, () => items[at]!);
  return items.with(at, mutateJson(random, items[at]!));
}

function mutateObject(random: Random, json: { readonly [name: string]: JsonValue }): JsonValue {
  const members = Object.entries(json);
  if (members.length === 0 || random.once(6))
    return objectOf([...members, [random.pick(memberNames), randomJson(random)]]);
  const at = random.below(members.length);
  if (random.once(6)) return objectOf(members.toSpliced(at, 1));
  const [name, value] = members[at]!;
  return objectOf(members.with(at, [random.once(6) ? random.pick(memberNames) : name, mutateJson(random, value)]));
}

function objectOf(members: readonly (readonly [string, JsonValue])[]): JsonValue {
  // As JSON.parse does: a member named __proto__ is a member like others.
  return Object.fromEntries(members);
}
