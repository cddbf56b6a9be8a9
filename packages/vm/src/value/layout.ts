import type { PrimitiveKind } from "@ledger/types";
import type { StructType } from "../type/type.ts";

/** A type with everything that reading and writing its values needs: no look at any module is left to do. */
export type ValueLayout = PrimitiveLayout | VectorLayout | StructLayout | EnumLayout | FunctionLayout;

/** A value without parts. */
export interface PrimitiveLayout {
  readonly kind: PrimitiveKind;
}

/** A vector. */
export interface VectorLayout {
  readonly kind: "Vector";
  readonly element: ValueLayout;
}

/** A field. */
export interface FieldLayout {
  readonly name: string;
  readonly layout: ValueLayout;
}

/** A struct. */
export interface StructLayout {
  readonly kind: "Struct";
  /** Absent in the layouts that stored function values carry. */
  readonly type: StructType | undefined;
  readonly fields: readonly FieldLayout[];
}

/** An enum. */
export interface EnumLayout {
  readonly kind: "Enum";
  /** Absent as for structs. */
  readonly type: StructType | undefined;
  readonly variants: readonly { readonly name: string; readonly fields: readonly FieldLayout[] }[];
}

/** A function value: what it captured is in its bytes. */
export interface FunctionLayout {
  readonly kind: "Function";
}
