import type { AbilitySet } from "@ledger/move";
import { bytesEqual, frameworkAddress } from "@ledger/types";
import { type Rules, VmError } from "@ledger/vm";
import type { BundledModule } from "./bundle.ts";
import {
  type FunctionInterface,
  type ModuleInterface,
  moduleInterface,
  type StructInterface,
} from "./module-interface.ts";

/** Which of the older functions the newer module has to keep. */
interface CompatibilityRules {
  /** Friends are then as free to change as private functions. */
  readonly friendsArePrivate: boolean;
  /** True if entry functions of friends count also where friends are private. */
  readonly entryFunctionsCount: boolean;
}

/**
 * Checks that a module of a bundle may replace the one that is published. Nothing is asked of `0x1::option` while ledgers run a module of
 * their own in its place.
 *
 * @throws VmError `BACKWARD_INCOMPATIBLE_MODULE_UPDATE`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#11.1 | Specification, verifier 11.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.8 | Specification, virtual machine 1.8}
 */
export function checkUpgrade({ older, module, address, name }: BundledModule, rules: Rules): void {
  if (older === undefined) return;
  const isReplaced = rules.enumOption && !rules.frameworkOption;
  if (isReplaced && name === "option" && bytesEqual(address, frameworkAddress)) return;
  checkCompatibility(moduleInterface(older.module), moduleInterface(module), {
    friendsArePrivate: rules.treatFriendAsPrivate,
    entryFunctionsCount: rules.entryCompatibility,
  });
}

/** Checks that a module may replace an older version of itself: stored values and dependents must still be right. */
function checkCompatibility(older: ModuleInterface, newer: ModuleInterface, rules: CompatibilityRules): void {
  for (const [name, struct] of older.structs) {
    if (!isStructKept(struct, newer.structs.get(name))) throw incompatible(newer.id, `struct ${name}`);
  }
  for (const [name, fn] of older.functions) {
    if (isRelied(fn, rules) && !isFunctionKept(fn, newer.functions.get(name))) {
      throw incompatible(newer.id, `function ${name}`);
    }
  }
  if (!rules.friendsArePrivate && !older.friends.every((friend) => newer.friends.includes(friend))) {
    throw incompatible(newer.id, "the list of friends");
  }
}

function isStructKept(older: StructInterface, newer: StructInterface | undefined): boolean {
  if (newer === undefined || newer.isEnum !== older.isEnum) return false;
  const hasSameVariants = older.variants.every((variant, index) => variant === newer.variants[index]);
  return (
    isSubset(older.abilities, newer.abilities) &&
    newer.typeParameters.length === older.typeParameters.length &&
    older.typeParameters.every(({ constraints, phantom }, i) => {
      const parameter = newer.typeParameters[i]!;
      return isSubset(parameter.constraints, constraints) && (parameter.phantom || !phantom);
    }) &&
    hasSameVariants &&
    (older.isEnum || newer.variants.length === older.variants.length)
  );
}

/** True if a function counts: those of friends do not where friends are as free as private functions. */
function isRelied(fn: FunctionInterface, { friendsArePrivate, entryFunctionsCount }: CompatibilityRules): boolean {
  if (fn.attributes.includes("persistent")) return true;
  if (fn.visibility !== "friend") return fn.visibility === "public" || fn.isEntry;
  return !friendsArePrivate || (fn.isEntry && entryFunctionsCount);
}

function isFunctionKept(older: FunctionInterface, newer: FunctionInterface | undefined): boolean {
  if (newer === undefined || newer.signature !== older.signature) return false;
  const isVisible = newer.visibility === older.visibility || newer.visibility === "public";
  return (
    (isVisible || older.visibility === "private") &&
    (newer.isEntry || !older.isEntry) &&
    newer.constraints.length === older.constraints.length &&
    older.constraints.every((constraints, i) => isSubset(newer.constraints[i]!, constraints)) &&
    older.attributes.every((attribute) => newer.attributes.includes(attribute))
  );
}

function isSubset(inner: AbilitySet, outer: AbilitySet): boolean {
  return (inner & ~outer) === 0;
}

function incompatible(id: string, noun: string): VmError {
  return new VmError(
    "BACKWARD_INCOMPATIBLE_MODULE_UPDATE",
    `${noun} of ${id} changed in a way that is not backward compatible`,
  );
}
