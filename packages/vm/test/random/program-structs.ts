import type { StructSpec } from "@ledger/move";
import { integers, type ProgramType, u8, u64 } from "./program-types.ts";

/** Abilities of all types of random programs but `Vault`. */
export const everywhere = ["copy", "drop", "store"] as const;

/** The structs that every program declares. */
export const structs: readonly StructSpec[] = [
  {
    name: "Point",
    abilities: everywhere,
    fields: [
      { name: "x", type: "u64" },
      { name: "y", type: "i128" },
      { name: "path", type: "vector<u8>" },
    ],
  },
  {
    name: "Box",
    abilities: everywhere,
    typeParams: [{}],
    fields: [
      { name: "item", type: "T0" },
      { name: "count", type: "u64" },
    ],
  },
  {
    name: "Shape",
    abilities: everywhere,
    variants: [
      { name: "Dot" },
      { name: "Line", fields: [{ name: "length", type: "u64" }] },
      {
        name: "Bar",
        fields: [
          { name: "width", type: "u8" },
          { name: "length", type: "u64" },
        ],
      },
    ],
  },
  { name: "Vault", abilities: ["key", "store", "drop"], fields: [{ name: "amount", type: "u64" }] },
];

const i128 = integers.find(({ name }) => name === "i128")!;
const bytes: ProgramType = { kind: "vector", item: u8 };

/** Fields of `Point`, in order. */
export const pointFields: readonly (readonly [string, ProgramType])[] = [
  ["x", u64],
  ["y", i128],
  ["path", bytes],
];
