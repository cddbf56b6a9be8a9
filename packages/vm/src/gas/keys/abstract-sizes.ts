import { group } from "./group.ts";

/** Abstract sizes of values. */
export const abstractSizeKeys = [
  group("misc.abs_val.", 0, [
    "u8",
    "u64",
    "u128",
    "bool",
    "address",
    "struct",
    "vector",
    "reference",
    "per_u8_packed",
    "per_u64_packed",
    "per_u128_packed",
    "per_bool_packed",
    "per_address_packed",
  ]),
  group("misc.abs_val.", 5, ["u16", "u32", "u256", "per_u16_packed", "per_u32_packed", "per_u256_packed"]),
  group("misc.abs_val.", 37, ["closure"]),
  group("misc.abs_val.", 42, [
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i256",
    "per_i8_packed",
    "per_i16_packed",
    "per_i32_packed",
    "per_i64_packed",
    "per_i128_packed",
    "per_i256_packed",
  ]),
] as const;
