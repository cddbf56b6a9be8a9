import type { FunctionArgument } from "@ledger/vm";

/** A call of a framework function that the chain itself makes, past visibility. */
export interface SystemCall {
  /** Module at 0x1. */
  readonly module: string;
  readonly name: string;
  readonly args: readonly FunctionArgument[];
}
