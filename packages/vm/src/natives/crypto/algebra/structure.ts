import type { FeatureName } from "../../../features/feature.ts";
import type { GasKey } from "../../../gas/keys/index.ts";

/** An operation on elements, and its price. */
export interface Operation<F> {
  readonly price: GasKey;
  readonly apply: F;
}

/** A way to write elements as bytes. */
export interface Format<T> {
  readonly length: number;
  readonly write: (element: T) => Uint8Array;
  /** Undefined for bytes that are no element. The number of bytes is right. */
  readonly read: (bytes: Uint8Array) => T | undefined;
  readonly writePrice: GasKey;
  readonly readPrice: GasKey;
  /** Price of normalizing an element before it is written, from one release on. */
  readonly normalizePrice?: GasKey;
  /** Tells elements of a subgroup from others that were read. */
  readonly check?: { readonly prices: readonly GasKey[]; readonly apply: (element: T) => boolean };
}

/** A field or group that Move code names by a type, with what natives do in it. */
export interface Structure<T> {
  /** The kind of the elements, the same word for structures that share them. */
  readonly kind: string;
  /** Bytes that an element counts in the memory of a session. */
  readonly size: number;
  /** Number of elements. */
  readonly order: bigint;
  readonly zero: Operation<() => T>;
  readonly one: Operation<() => T>;
  readonly add: Operation<(a: T, b: T) => T>;
  readonly subtract: Operation<(a: T, b: T) => T>;
  readonly negate: Operation<(a: T) => T>;
  readonly equal: Operation<(a: T, b: T) => boolean>;
  /** Of fields only. */
  readonly fromU64?: Operation<(value: bigint) => T>;
  readonly multiply?: Operation<(a: T, b: T) => T>;
  readonly square?: Operation<(a: T) => T>;
  /** Undefined for zero. */
  readonly invert?: Operation<(a: T) => T | undefined>;
  readonly divide?: Operation<(a: T, b: T) => T | undefined>;
  /** Of groups only. */
  readonly double?: Operation<(a: T) => T>;
  readonly scale?: Operation<(a: T, scalar: bigint) => T>;
  /** By the names of the types that Move code names them by. */
  readonly formats: Readonly<Record<string, Format<T>>>;
}

/** A structure with elements of any kind: natives keep elements with their kind, and hand a structure only its own. */
export type AnyStructure = Structure<unknown>;

/** Forgets what the elements of a structure are. */
export function anyStructure<T>(structure: Structure<T>): AnyStructure {
  return structure as unknown as AnyStructure;
}

/** The structures of one family of curves, with its pairing. */
export interface CurveFamily {
  /** The on-chain feature that switches the family on. */
  readonly feature: FeatureName;
  readonly structures: Readonly<Record<string, AnyStructure>>;
  /** Product of the pairings of points, of none too. */
  readonly pairing: (first: readonly unknown[], second: readonly unknown[]) => unknown;
  readonly pairingPrice: GasKey;
  readonly multiPairingPrices: { readonly base: GasKey; readonly perPair: GasKey };
  /** Prices that depend on a group rather than on an operation. */
  readonly groups: Readonly<
    Record<string, { readonly toAffine: GasKey; readonly add: GasKey; readonly double: GasKey }>
  >;
}
