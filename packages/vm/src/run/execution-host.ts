import type { Awaitable } from "@ledger/types";
import type { CallSite } from "../code/instruction.ts";
import type { LoadedModule, RunnableFunction } from "../code/loaded-module.ts";
import type { Rules } from "../features/rules.ts";
import type { GasMeter } from "../gas/gas-meter.ts";
import type { InstructionCosts } from "../gas/instruction-costs.ts";
import type { FindShape, ValueSizes } from "../gas/value-sizes.ts";
import type { Pause } from "../port/pause.ts";
import type { Session } from "../port/session.ts";
import type { WorkBudget } from "../port/work-budget.ts";
import type { FunctionType } from "../type/type.ts";
import type { Closure, ClosureTarget } from "../value/value.ts";
import type { CompiledBody } from "./compiled-code.ts";
import type { FunctionInstance, Link } from "./function-instance.ts";
import type { Tracer } from "./tracer.ts";

/** The part of a session that an execution needs. */
export interface ExecutionHost {
  readonly session: Session;
  readonly rules: Rules;
  readonly meter: GasMeter;
  readonly sizes: ValueSizes;
  readonly costs: InstructionCosts;
  readonly shape: FindShape;
  readonly tracer: Tracer | undefined;
  /** Calls and turns of loops after which a function is compiled. */
  readonly compileAfter: number;
  /** Turns a function into the host's own code; undefined for one that is too long. */
  compile(instance: FunctionInstance): CompiledBody | undefined;
  /** True if abstract memory is counted. */
  readonly tracksMemory: boolean;
  /** Asked after some time of running whether to wait. */
  readonly pause: Pause | undefined;
  /** The work that the host does for this code at most. */
  readonly budget: WorkBudget | undefined;
  /** True if natives of this module keep the memory of their arguments. */
  keepsArguments(module: LoadedModule): boolean;
  /** True if a module is known to be the one of the session's state. */
  isConfirmed(module: LoadedModule): boolean;
  /** The function that a call site calls, with the price of the call. */
  link(caller: FunctionInstance, site: CallSite): Awaitable<Link>;
  /** A function with type arguments. @param caller - whose right to name the function is checked */
  instance(target: ClosureTarget, caller?: RunnableFunction): Awaitable<FunctionInstance>;
  /** The function of a closure, checked against the type that it is called by. */
  closureTarget(closure: Closure, type: FunctionType, caller: FunctionInstance): Awaitable<FunctionInstance>;
  closureCallCost(callee: FunctionInstance): number;
  missingNative(fn: RunnableFunction): never;
}
