import { type Awaitable, whenReady } from "@ledger/types";
import type { LoadedFunction, RunnableFunction } from "../code/loaded-module.ts";
import type { VmEnvironment } from "../environment/environment.ts";
import type { CallPrices } from "../gas/instruction-costs.ts";
import type { ExecutionHost } from "../run/execution-host.ts";
import type { FunctionInstance } from "../run/function-instance.ts";
import { HostError } from "../status/host-error.ts";
import { VmError } from "../status/vm-error.ts";
import { sameTypes } from "../type/same-types.ts";
import type { FunctionType, Type } from "../type/type.ts";
import type { Closure } from "../value/value.ts";
import type { CodeCache } from "./code-cache.ts";
import type { CodeView } from "./code-view.ts";

/** How functions find one another: by name, checked once for each pair. */
export function createLinks(
  code: CodeView,
  cache: CodeCache,
  { rules }: VmEnvironment,
): Pick<ExecutionHost, "link" | "instance" | "closureTarget" | "closureCallCost" | "missingNative"> {
  const { costs, types } = cache;

  const callCost = (prices: CallPrices, { fn, typeArgs }: FunctionInstance): number =>
    prices.base +
    prices.perTypeArg * typeArgs.length +
    prices.perArg * fn.params.length +
    prices.perLocal * (fn.isNative ? 0 : fn.localTypes.length);

  const checkVisibility = (caller: RunnableFunction | undefined, callee: LoadedFunction): void => {
    if (caller === undefined || caller.module === callee.module) return;
    if (caller.module?.isSpecial === true && rules.trustedCode) return;
    const { visibility } = callee.definition;
    if (visibility === "public" || visibility === "script") return;
    if (visibility === "friend" && caller.module !== undefined && callee.module.isFriend(caller.module.key)) return;
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", `${callee.name} may not be called from here`, {
      subStatus: 1,
    });
  };

  const instance: ExecutionHost["instance"] = ({ address, module, name, typeArgs }, caller) =>
    whenReady(code.findFunction(address, module, name), (fn) => {
      checkVisibility(caller, fn);
      if (typeArgs.length !== fn.constraints.length) {
        throw new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", "the number of type arguments is wrong");
      }
      return cache.instance(fn, typeArgs);
    });

  return {
    instance,
    link(caller, site) {
      const typeArgs = site.target.typeArgs.map((type) => caller.resolve(type));
      const isGeneric = site.instantiation >= 0;
      return whenReady(instance({ ...site.target, typeArgs }, caller.fn), (callee) => {
        const { fn } = callee;
        if (!sameTypes(fn.params, site.params) || !sameTypes(fn.results, site.results)) {
          throw new VmError("VERIFICATION_ERROR", `${fn.name} is declared differently by its caller`);
        }
        if (fn.constraints.some((wanted, i) => (wanted & ~site.constraints[i]!) !== 0)) {
          throw new VmError("VERIFICATION_ERROR", `${fn.name} is declared with other type parameters by its caller`);
        }
        return {
          callee,
          callCost: callCost(isGeneric ? costs.callGeneric : costs.call, callee),
          typeCost: isGeneric ? costs.typeCreation(typeArgs, []) : 0,
        };
      });
    },
    closureTarget(closure, type): Awaitable<FunctionInstance> {
      return whenReady(instance(closure.target), (callee) => {
        checkClosure(closure, type, callee);
        return callee;
      });
    },
    closureCallCost: (callee) => callCost(costs.call, callee),
    missingNative,
  };

  function checkClosure(
    { mask, captured, capturedTypes }: Closure,
    type: FunctionType,
    callee: FunctionInstance,
  ): void {
    const { params, results, isPersistent } = callee.fn;
    // A stored closure has no types: its function must still be one whose closures may be stored.
    if (capturedTypes === undefined && !isPersistent) throw closureMismatch();
    const resolve = (list: readonly Type[]): Type[] => list.map((item) => types.substitute(item, callee.typeArgs));
    const rest = params.filter((_, i) => ((mask >> BigInt(i)) & 1n) === 0n);
    if (params.length - rest.length !== captured.length) throw closureMismatch();
    const given = resolve(rest);
    const wanted = type.generic ? undefined : type;
    if (given.length !== type.args.length || results.length !== type.results.length) throw closureMismatch();
    if (wanted !== undefined && !(sameTypes(given, wanted.args) && sameTypes(resolve(results), wanted.results))) {
      throw closureMismatch();
    }
  }
}

function closureMismatch(): VmError {
  return new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a function value is called as another type");
}

function missingNative(fn: RunnableFunction): never {
  const subject = `${fn.module!.key}::${fn.name}`;
  // Compilers emit instructions for the natives of vectors: nodes know no function of their names.
  const isKnown = fn.module!.isSpecial && fn.module!.key !== "0x1::vector";
  if (!isKnown) throw new VmError("MISSING_DEPENDENCY", `native ${subject} does not exist`);
  throw new HostError("native_not_implemented", subject, `native ${subject} is not implemented`);
}
