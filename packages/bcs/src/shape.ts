import type { AnyCodec } from "./codec.ts";

/** What a codec is made of, as data: enough for a tool to walk a value's bytes. */
export type Shape =
  /** Read as a whole. */
  | { readonly kind: "leaf" }
  /** The same bytes as another codec. */
  | { readonly kind: "wrapper"; readonly inner: () => AnyCodec }
  /** Members one after another, without a prefix. */
  | { readonly kind: "struct"; readonly fields: readonly (readonly [name: string, codec: AnyCodec])[] }
  | { readonly kind: "tuple"; readonly items: readonly AnyCodec[] }
  | { readonly kind: "array"; readonly item: AnyCodec; readonly length: number }
  /** ULEB128 length, then items. */
  | { readonly kind: "vector"; readonly item: AnyCodec }
  | { readonly kind: "set"; readonly item: AnyCodec }
  | { readonly kind: "map"; readonly key: AnyCodec; readonly value: AnyCodec }
  /** One byte, 0 or 1, then the item if it is 1. */
  | { readonly kind: "option"; readonly item: AnyCodec }
  /** ULEB128 index, then the variant. */
  | {
      readonly kind: "enumeration";
      readonly variants: readonly { readonly name: string; readonly index: number; readonly codec: AnyCodec }[];
    };
