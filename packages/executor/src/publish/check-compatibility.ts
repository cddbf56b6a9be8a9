import { VmError } from "@ledger/vm";
import type { FunctionInterface, ModuleInterface, StructInterface } from "./module-interface.ts";

/** Which of the older functions the newer module has to keep. */
export interface CompatibilityRules {
  /** Friends are then as free to change as private functions. */
  readonly friendsArePrivate: boolean;
  /** True if entry functions that are not public count. */
  readonly entryFunctionsCount: boolean;
}

/**
 * Checks that a module may replace an older version of itself: stored values and dependents must still be right.
 *
 * @throws VmError `BACKWARD_INCOMPATIBLE_MODULE_UPDATE`
 * @see Ledger specification, Move VM §3.11; execution §2.8
 */
export function checkCompatibility(older: ModuleInterface, newer: ModuleInterface, rules: CompatibilityRules): void {
  for (const [name, struct] of older.structs) {
    if (!isStructKept(struct, newer.structs.get(name))) throw incompatible(newer.id, `struct ${name}`);
  }
  for (const [name, fn] of older.functions) {
    if (isRelied(fn, rules) && !isFunctionKept(fn, newer.functions.get(name), rules)) {
      throw incompatible(newer.id, `function ${name}`);
    }
  }
}

function isStructKept(older: StructInterface, newer: StructInterface | undefined): boolean {
  if (newer === undefined || newer.isEnum !== older.isEnum) return false;
  const hasSameVariants = older.variants.every((variant, index) => variant === newer.variants[index]);
  return (
    (newer.abilities & older.abilities) === older.abilities &&
    newer.typeParameters.join() === older.typeParameters.join() &&
    hasSameVariants &&
    (older.isEnum || newer.variants.length === older.variants.length)
  );
}

function isRelied(fn: FunctionInterface, { friendsArePrivate, entryFunctionsCount }: CompatibilityRules): boolean {
  return (
    fn.visibility === "public" ||
    fn.isPersistent ||
    (fn.visibility === "friend" && !friendsArePrivate) ||
    (fn.isEntry && entryFunctionsCount)
  );
}

function isFunctionKept(
  older: FunctionInterface,
  newer: FunctionInterface | undefined,
  { entryFunctionsCount }: CompatibilityRules,
): boolean {
  if (newer === undefined || newer.signature !== older.signature) return false;
  const isVisible = newer.visibility === older.visibility || newer.visibility === "public";
  const isEntryKept = newer.isEntry || !older.isEntry || !entryFunctionsCount;
  return (isVisible || older.visibility === "private") && isEntryKept && (newer.isPersistent || !older.isPersistent);
}

function incompatible(id: string, noun: string): VmError {
  return new VmError(
    "BACKWARD_INCOMPATIBLE_MODULE_UPDATE",
    `${noun} of ${id} changed in a way that is not backward compatible`,
  );
}
