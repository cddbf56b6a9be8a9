import type { WeierstrassPoint, WeierstrassPointCons } from "@noble/curves/abstract/weierstrass.js";
import type { GasKey } from "../../../gas/keys/index.ts";
import type { Format, Structure } from "./structure.ts";

/** Operations of a group of points that have a price each. */
export type GroupOperation =
  | "affine_deser_comp"
  | "affine_deser_uncomp"
  | "affine_serialize_comp"
  | "affine_serialize_uncomp"
  | "proj_add"
  | "proj_double"
  | "proj_eq"
  | "proj_generator"
  | "proj_infinity"
  | "proj_neg"
  | "proj_scalar_mul"
  | "proj_sub"
  | "proj_to_affine";

type GroupPrice = (operation: GroupOperation) => GasKey;

/** How points of a group are written, compressed or not. */
export interface PointEncoding<T> {
  /** Bytes of a compressed point; the other form has twice as many. */
  readonly length: number;
  readonly write: (point: WeierstrassPoint<T>, compressed: boolean) => Uint8Array;
  /** A point of the curve; whether it is of the group is not looked at. */
  readonly read: (bytes: Uint8Array, compressed: boolean) => WeierstrassPoint<T> | undefined;
}

/** A group of points of prime order. @param name - as its formats are named: `G1` */
export function pointGroup<T>(
  kind: string,
  name: "G1" | "G2",
  size: number,
  Point: WeierstrassPointCons<T>,
  encoding: PointEncoding<T>,
  price: GroupPrice,
): Structure<WeierstrassPoint<T>> {
  const format = (compressed: boolean): Format<WeierstrassPoint<T>> => ({
    length: compressed ? encoding.length : 2 * encoding.length,
    write: (point) => encoding.write(point, compressed),
    read(bytes) {
      const point = encoding.read(bytes, compressed);
      return point === undefined || point.is0() || point.isTorsionFree() ? point : undefined;
    },
    writePrice: price(compressed ? "affine_serialize_comp" : "affine_serialize_uncomp"),
    readPrice: price(compressed ? "affine_deser_comp" : "affine_deser_uncomp"),
    normalizePrice: price("proj_to_affine"),
  });
  return {
    kind,
    size,
    order: Point.Fn.ORDER,
    zero: { price: price("proj_infinity"), apply: () => Point.ZERO },
    one: { price: price("proj_generator"), apply: () => Point.BASE },
    add: { price: price("proj_add"), apply: (a, b) => a.add(b) },
    subtract: { price: price("proj_sub"), apply: (a, b) => a.subtract(b) },
    negate: { price: price("proj_neg"), apply: (a) => a.negate() },
    equal: { price: price("proj_eq"), apply: (a, b) => a.equals(b) },
    double: { price: price("proj_double"), apply: (a) => a.double() },
    // Nothing here is secret, so the faster way serves.
    scale: { price: price("proj_scalar_mul"), apply: (a, scalar) => a.multiplyUnsafe(scalar) },
    formats: { [`Format${name}Compr`]: format(true), [`Format${name}Uncompr`]: format(false) },
  };
}
