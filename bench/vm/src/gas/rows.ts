import { algebraRows } from "./algebra-rows.ts";
import { cryptoRows } from "./crypto-rows.ts";
import { frameworkRows } from "./framework-rows.ts";
import { instructionRows } from "./instruction-rows.ts";
import type { GasRow } from "./row.ts";
import { stateRows } from "./state-rows.ts";

/** All rows of the measurement. */
export const gasRows: readonly GasRow[] = [
  ...instructionRows,
  ...frameworkRows,
  ...stateRows,
  ...cryptoRows,
  ...algebraRows,
];
