import type { FunctionSpec, InstructionOperandSpec, InstructionSpec } from "@ledger/move";
import type { Random } from "@ledger/random";
import { everywhere } from "./program-structs.ts";
import { type ProgramType, textOf } from "./program-types.ts";

/** A function that others may call: only those before it are called by it, so that calls end. */
export interface Callee {
  readonly name: string;
  readonly params: readonly ProgramType[];
  readonly result: ProgramType;
  readonly isGeneric: boolean;
}

/** The code and locals of a function that is being written. */
export class FunctionCode {
  readonly random: Random;
  readonly callees: readonly Callee[];
  readonly self: Callee;
  /** Whether there is a signer, as local 0. */
  readonly isMain: boolean;
  /** Beyond the parameters: those that have a value from the beginning on, and then the others. */
  readonly variables: ProgramType[] = [];
  /** How deep the loops around the next instruction are; a long one counts twice. */
  loops = 0;
  usesVault = false;
  readonly #locals: string[] = [];
  readonly #code: InstructionSpec[] = [];

  constructor(random: Random, callees: readonly Callee[], self: Callee, isMain: boolean) {
    this.random = random;
    this.callees = callees;
    this.self = self;
    this.isMain = isMain;
  }

  finish(): FunctionSpec {
    const { name, params, result, isGeneric } = this.self;
    return {
      name,
      visibility: this.isMain ? "public" : "private",
      params: [...(this.isMain ? ["&signer"] : []), ...params.map(textOf)],
      returns: [textOf(result)],
      ...(isGeneric && { typeParams: [{ constraints: everywhere }] }),
      acquires: this.usesVault ? ["Vault"] : [],
      locals: this.#locals,
      code: this.#code,
    };
  }

  /** @returns the offset of the instruction */
  emit(name: string, ...operands: InstructionOperandSpec[]): number {
    return this.#code.push([name, ...operands]) - 1;
  }

  /** Offset of the next instruction. */
  get here(): number {
    return this.#code.length;
  }

  /** Sets where an instruction branches to: to what is written next. */
  branchHere(at: number): void {
    this.#code[at] = [this.#code[at]![0], this.#code.length];
  }

  /** Runs statements where what is on the stack says so. */
  if(test: string | undefined, statements: () => void): void {
    if (test !== undefined) this.emit(test);
    const toEnd = this.emit("br_false", 0);
    statements();
    this.branchHere(toEnd);
    this.emit("nop");
  }

  /** Number of the first local after the parameters. */
  get offset(): number {
    return (this.isMain ? 1 : 0) + this.self.params.length;
  }

  newLocal(type: string): number {
    return this.offset + this.#locals.push(type) - 1;
  }

  /** A local that has a value from the next instruction on. */
  newVariable(type: ProgramType): number {
    this.variables.push(type);
    return this.newLocal(textOf(type));
  }

  /** Numbers of the parameters and variables of a type. */
  localsOf(text: string): number[] {
    const first = this.isMain ? 1 : 0;
    const found: number[] = [];
    for (const [i, type] of this.self.params.entries()) if (textOf(type) === text) found.push(first + i);
    for (const [i, type] of this.variables.entries()) if (textOf(type) === text) found.push(this.offset + i);
    return found;
  }

  anyVariable(): { readonly index: number; readonly type: ProgramType } {
    const i = this.random.below(this.variables.length);
    return { index: this.offset + i, type: this.variables[i]! };
  }
}
