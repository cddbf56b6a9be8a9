import type { InstructionSpec, OpcodeName } from "@ledger/move";
import type { GasRow, Work } from "./row.ts";
import { listOf } from "./values.ts";

/** Copies of an instruction in one turn, so that the loop itself counts little. */
export const unroll = 16;

/** Instructions in their order. */
export type Code = readonly InstructionSpec[];
/** Instructions that are repeated, and the loop around them. */
export type Plan = Omit<Work, "body" | "inputs"> & { readonly inputs?: Work["inputs"]; readonly code: Code };

/** A row of some instructions. @param covers - those of them that the row is about */
export function row(
  name: string,
  covers: readonly OpcodeName[],
  sizes: readonly number[],
  plan: (size: number) => Plan,
): GasRow {
  return {
    name,
    covers,
    sizes,
    counts: false,
    work: (size) => {
      const { code, inputs = [], ...rest } = plan(size);
      return { ...rest, inputs, body: () => listOf(unroll, () => code).flat() };
    },
  };
}

/** Numbers of fields, elements and parameters. */
export const counts = [1, 4, 16, 63] as const;
