export { i64, i128, i256, u64, u128, u256 } from "./big-integers.ts";
export { bytes, fixedBytes } from "./bytes.ts";
export type { Shape } from "./codec.ts";
export {
  type AnyCodec,
  type Codec,
  type CodecDefinition,
  defineCodec,
  type Infer,
  type InferInput,
  type Sequence,
} from "./codec.ts";
export {
  at,
  type EnumerationInput,
  type EnumerationValue,
  enumeration,
  type IndexedVariant,
  type Variants,
} from "./enumeration.ts";
export { BcsError, type BcsErrorCode, type PathSegment } from "./errors.ts";
export { type Explanation, explain, formatExplanation } from "./explain.ts";
export { type ImportFormatsOptions, importFormats } from "./formats.ts";
export { fromHex, toHex } from "./hex.ts";
export { isBytes } from "./internal/is-bytes.ts";
export { lazy } from "./lazy.ts";
export { lenientBytes, lenientInteger, lenientOption } from "./lenient.ts";
export { maxContainerDepth, maxSequenceLength, maxZeroSizeItems } from "./limits.ts";
export { map, set } from "./map.ts";
export { brand, newtype } from "./newtype.ts";
export { option } from "./option.ts";
export { Reader } from "./reader.ts";
export {
  type ByteCodec,
  bool,
  i8,
  i16,
  i32,
  type UnitCodec,
  u8,
  u16,
  u32,
  u64Number,
  uleb128,
  unit,
} from "./scalars.ts";
export { string } from "./string.ts";
export { type Fields, record, type StructInput, type StructValue, struct } from "./struct.ts";
export { type Transform, transform } from "./transform.ts";
export { tuple } from "./tuple.ts";
export { i8Array, i16Array, i32Array, i64Array, u16Array, u32Array, u64Array } from "./typed-arrays.ts";
export { fixedArray, vector } from "./vector.ts";
export { type Sourced, withSource } from "./with-source.ts";
export { writeBytes } from "./write-bytes.ts";
export { Writer } from "./writer.ts";
