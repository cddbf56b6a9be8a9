import type { GasKey } from "./keys/index.ts";
import type { GasSchedule } from "./schedule.ts";

const packedKinds = [
  "u8",
  "u16",
  "u32",
  "u64",
  "u128",
  "u256",
  "i8",
  "i16",
  "i32",
  "i64",
  "i128",
  "i256",
  "bool",
  "address",
] as const;

/** Kinds of values that a specialised vector packs. */
export type PackedKind = (typeof packedKinds)[number];

/** Vectors of these did not pay for themselves before gas feature version 3. */
const formerlyBare: ReadonlySet<PackedKind> = new Set(["u8", "u64", "u128", "bool", "address"]);

/**
 * How much memory values count for, in abstract units.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.6 | Specification, execution 5.6}
 */
export interface AbstractSizes {
  /** Size of a value of a primitive type. */
  readonly primitive: Readonly<Record<PackedKind, number>>;
  /** Size of an element in a vector of a primitive type. */
  readonly packed: Readonly<Record<PackedKind, number>>;
  /** Size of a vector of a primitive type, without its elements. */
  readonly packedVector: Readonly<Record<PackedKind, number>>;
  /** Size of a struct or enum value, without its fields; an enum's tag counts as a `u16` among them. */
  readonly struct: number;
  /** Size of a vector of structs or vectors, without its elements. */
  readonly vector: number;
  readonly closure: number;
  readonly reference: number;
  /** Size of a signer: inside, it is an enum that holds an address. */
  readonly signer: number;
}

/** The abstract sizes of a schedule. */
export function abstractSizes(schedule: GasSchedule): AbstractSizes {
  const vector = schedule.parameter("misc.abs_val.vector");
  const struct = schedule.parameter("misc.abs_val.struct");
  const { sizedVectors } = schedule.rules;
  const each = (size: (kind: PackedKind) => number): Record<PackedKind, number> =>
    Object.fromEntries(packedKinds.map((kind) => [kind, size(kind)])) as Record<PackedKind, number>;
  const primitive = each((kind) => schedule.parameter(`misc.abs_val.${kind}` satisfies GasKey));
  return {
    primitive,
    packed: each((kind) => schedule.parameter(`misc.abs_val.per_${kind}_packed` satisfies GasKey)),
    packedVector: each((kind) => (!sizedVectors && formerlyBare.has(kind) ? 0 : vector)),
    struct,
    vector,
    closure: schedule.parameter("misc.abs_val.closure"),
    reference: schedule.parameter("misc.abs_val.reference"),
    signer: struct + primitive.u16 + primitive.address,
  };
}
