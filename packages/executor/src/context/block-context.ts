import type { MoveVm, Pause, VmEnvironment, WorkBudget } from "@ledger/vm";
import type { StateUsage } from "../state/overlay.ts";
import type { TestingRules } from "./testing-rules.ts";

/** The context that all transactions of a block share. */
export interface BlockContext {
  readonly vm: MoveVm;
  /** The rules in force; they change with an epoch only. */
  readonly environment: VmEnvironment;
  /** The state's usage before the block, for the transaction that begins an epoch. */
  readonly usage: StateUsage | undefined;
  /** Identifies the whole code of the state, see `SessionOptions.codeEra` of the machine. */
  readonly codeEra?: unknown;
  /** On networks for tests only. */
  readonly testing?: TestingRules | undefined;
  /** Asked now and then while code runs, see `SessionOptions.pause` of the machine. */
  readonly pause?: Pause | undefined;
  /** The work that the host does at most, see `SessionOptions.budget` of the machine. */
  readonly budget?: WorkBudget | undefined;
}
