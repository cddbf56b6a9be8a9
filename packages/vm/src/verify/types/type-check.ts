import type { AbilitySet, FunctionHandle, Instruction } from "@ledger/move";
import type { OperandRefusals } from "../../instructions/effect.ts";
import { effectOf, isGeneric, plainName } from "../../instructions/names.ts";
import type { StatusName } from "../../status/status-code.ts";
import { sameTypes } from "../../type/same-types.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import type { VerifierMeter } from "../meter.ts";
import { refused } from "../refused.ts";
import { PoolAbilities, type PoolType, type TypeArguments, type TypePool } from "./type-pool.ts";

/** Units for each part of a type that is pushed, or given as an argument. */
const perNode = 30;

/** The operands of the instruction that is checked. */
export interface CheckedInstruction {
  readonly instruction: Instruction;
  /** The local, or the index of what the instruction names, as stored. */
  readonly index: number;
  /** Type arguments of a generic form. */
  readonly typeArgs: TypeArguments | undefined;
}

/** Pops the operands of an instruction and pushes what it leaves. */
export type TypeRule = (check: TypeCheck, at: CheckedInstruction) => void;

/** Types in place of operands while the code of a function is followed from its first instruction to its last. */
export class TypeCheck {
  readonly code: CodeToVerify;
  readonly fn: FunctionCode;
  readonly pool: TypePool;
  readonly abilities: PoolAbilities;
  readonly #meter: VerifierMeter;
  readonly #stack: PoolType[] = [];
  #refusals: OperandRefusals = { type: "TYPE_MISMATCH" };

  constructor(code: CodeToVerify, fn: FunctionCode, pool: TypePool, meter: VerifierMeter) {
    this.code = code;
    this.fn = fn;
    this.pool = pool;
    this.abilities = new PoolAbilities(code.tables, fn.constraints);
    this.#meter = meter;
  }

  /** Turns to another instruction, and charges for the type arguments that it gives. */
  enter(instruction: Instruction): CheckedInstruction {
    const [name, operand] = instruction;
    const index = Number(operand ?? 0);
    this.#refusals = effectOf(name).refusals;
    const signature = isGeneric(name) ? this.code.typeArgs(name, index) : undefined;
    const typeArgs = signature === undefined ? undefined : this.pool.typeArguments(signature);
    if (typeArgs !== undefined && plainName(name) !== "test_variant") {
      for (const { nodes } of typeArgs.types) this.#meter.charge(perNode * nodes);
    }
    return { instruction, index, typeArgs };
  }

  local(index: number): PoolType {
    return this.pool.ofToken(this.fn.locals[index]!);
  }

  push(type: PoolType): void {
    this.#meter.charge(perNode * type.nodes);
    this.#stack.push(type);
  }

  /** Pushes a type that the ledger does not charge for. */
  pushFree(type: PoolType): void {
    this.#stack.push(type);
  }

  pop(): PoolType {
    const type = this.#stack.pop();
    if (type === undefined) throw refused("UNKNOWN_INVARIANT_VIOLATION_ERROR", "the stack is empty");
    return type;
  }

  /** Pops an operand that must be of a type. */
  popExactly(wanted: PoolType, status?: StatusName): void {
    if (this.pop() !== wanted) throw this.mismatch(status);
  }

  /** Pops an operand that must fit a type. */
  popFor(wanted: PoolType): PoolType {
    const given = this.pop();
    if (!isAssignable(wanted, given)) throw this.mismatch();
    return given;
  }

  /** Pops a reference to a type. */
  popReference(target: PoolType, mutable: boolean): void {
    const type = this.pop();
    if (type.kind !== "Reference" || type.target !== target || (mutable && !type.mutable)) throw this.mismatch();
  }

  /** Demands abilities of a type. */
  require(type: PoolType, wanted: AbilitySet): void {
    if ((wanted & ~this.abilities.of(type)) !== 0) throw this.mismatch(this.#refusals.ability);
  }

  /** The failure of the instruction that is checked. */
  mismatch(status: StatusName = this.#refusals.type) {
    return refused(status, `an instruction of ${this.fn.name} finds other types than it needs`);
  }

  /** The failure of an instruction that needs a mutable reference. */
  notMutable() {
    return this.mismatch(this.#refusals.mutable);
  }

  /** The struct that an instruction names, or whose part it names. */
  structType({ instruction: [name], index, typeArgs }: CheckedInstruction): PoolType {
    const { handle } = this.code.structDefinition(this.code.structOf(name, index));
    return this.pool.struct(handle, typeArgs?.types ?? []);
  }

  /** The function that an instruction names, with parameters and results for its type arguments. */
  called({ instruction: [name], index, typeArgs }: CheckedInstruction): CalledFunction {
    const handle = this.code.functionHandle(name, index);
    const instances = (signature: number) =>
      this.pool.signature(signature).map((type) => this.pool.substitute(type, typeArgs));
    return { handle, params: () => instances(handle.params), results: () => instances(handle.returns) };
  }
}

/** A function that an instruction names. */
export interface CalledFunction {
  readonly handle: FunctionHandle;
  params(): readonly PoolType[];
  results(): readonly PoolType[];
}

/** True if a value of one type may be used where another is required: function types may have more abilities than needed. */
function isAssignable(wanted: PoolType, given: PoolType): boolean {
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
