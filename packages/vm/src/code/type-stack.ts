import type { AbilitySet } from "@ledger/move";
import type { OperandRefusals } from "../instructions/effect.ts";
import type { StatusName } from "../status/status-code.ts";
import { VmError } from "../status/vm-error.ts";
import type { ReferenceType, Type } from "../type/type.ts";
import { type IntegerKind, integerRanges } from "../value/integer.ts";

/**
 * The error of code that no verifier lets pass.
 *
 * @param refusal - what publishing such code ends in, where that is known
 */
export function illTyped(message: string, refusal?: StatusName): VmError {
  return new VmError("UNEXPECTED_VERIFIER_ERROR", message, { refusal });
}

/** True if a value of one type may be used where another is required: function types may have more abilities than needed. */
function isAssignable(wanted: Type, given: Type): boolean {
  if (wanted === given) return true;
  if (wanted.kind === "Function" && given.kind === "Function") {
    return (
      (wanted.abilities & ~given.abilities) === 0 &&
      sameTypes(wanted.args, given.args) &&
      sameTypes(wanted.results, given.results)
    );
  }
  return (
    wanted.kind === "Reference" &&
    given.kind === "Reference" &&
    !wanted.mutable &&
    !given.mutable &&
    isAssignable(wanted.target, given.target)
  );
}

/** True if two lists hold the same types. */
export function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, i) => type === b[i]);
}

/** The operand stack of a block while its code is checked: types in place of values. */
export class TypeStack {
  /** Those of the instruction that is checked. */
  refusals: OperandRefusals = { type: "TYPE_MISMATCH" };
  readonly #types: Type[] = [];
  readonly #abilities: (type: Type) => AbilitySet;

  constructor(abilities: (type: Type) => AbilitySet) {
    this.#abilities = abilities;
  }

  get height(): number {
    return this.#types.length;
  }

  push(type: Type): void {
    this.#types.push(type);
  }

  pushAll(types: readonly Type[]): void {
    for (const type of types) this.#types.push(type);
  }

  pop(): Type {
    const type = this.#types.pop();
    if (type === undefined) {
      throw illTyped("an instruction has no operand in its block", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
    }
    return type;
  }

  /** Pops an operand that must fit a type. */
  expect(wanted: Type): void {
    const given = this.pop();
    if (!isAssignable(wanted, given)) throw this.#mismatch(`expected ${wanted.text}, found ${given.text}`);
  }

  /** Pops several, the last one first. */
  expectAll(wanted: readonly Type[]): void {
    for (let i = wanted.length - 1; i >= 0; i--) this.expect(wanted[i]!);
  }

  /** Pops any integer. */
  integer(): { readonly type: Type; readonly kind: IntegerKind } {
    const type = this.pop();
    if (!(type.kind in integerRanges)) throw this.#mismatch(`expected an integer, found ${type.text}`);
    return { type, kind: type.kind as IntegerKind };
  }

  /** Pops a reference. */
  reference(mutable = false): ReferenceType {
    const type = this.pop();
    const { refusals } = this;
    if (type.kind !== "Reference") {
      throw illTyped(`expected a reference, found ${type.text}`, (mutable && refusals.mutable) || refusals.type);
    }
    if (mutable && !type.mutable) {
      throw illTyped(`expected a mutable reference, found ${type.text}`, refusals.mutable ?? refusals.type);
    }
    return type;
  }

  /** Pops a reference to a given type. */
  referenceTo(target: Type, mutable: boolean): void {
    const type = this.reference(mutable);
    if (type.target !== target) throw this.#mismatch(`expected a reference to ${target.text}, found ${type.text}`);
  }

  /** Demands abilities of a type. */
  require(type: Type, wanted: AbilitySet, refusal = this.refusals.ability ?? this.refusals.type): void {
    if ((wanted & ~this.#abilities(type)) !== 0) throw illTyped(`${type.text} lacks an ability`, refusal);
  }

  #mismatch(message: string): VmError {
    return illTyped(message, this.refusals.type);
  }
}
