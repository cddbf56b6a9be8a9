import type { StructType, Type } from "../type/type.ts";
import type { WorkMeter } from "./borrow-graph.ts";
import { type CallSite, type Instruction, successors } from "./instruction.ts";
import { type BlockEntry, functionEntry, joinEntry, ReferenceState } from "./reference-state.ts";
import { illTyped } from "./type-stack.ts";

/** A function whose code is well typed. */
export interface CheckedCode {
  readonly instructions: readonly Instruction[];
  /** Instructions that branches lead to. */
  readonly targets: ReadonlySet<number>;
  /** Types of parameters and locals. */
  readonly locals: readonly Type[];
  readonly params: number;
  /** Names of the module's own structs that a call may borrow or take from global storage. */
  readonly acquires: (site: CallSite) => ReadonlySet<string>;
}

/** Steps of the analysis for each instruction: published code takes a few. */
const stepsPerInstruction = 2_000;

/**
 * Follows references through a function and refuses code in which one could lead to a value that was moved, dropped or changed
 * meanwhile, or outlive what it leads to.
 *
 * Every reference is followed from where it is made. A value may be moved, overwritten or changed only while nothing that was
 * borrowed from it is alive; a mutable reference may be handed on only while nothing was borrowed from it; what a call returns counts
 * as borrowed from all references that it was given. Blocks begin and end with an empty operand stack, so the analysis joins locals
 * only, and goes round until no way into a block adds anything.
 *
 * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR`, with the status that publishing such code ends in
 * @see Ledger specification, Move VM §3.10
 */
export function checkReferences(code: CheckedCode): void {
  new ReferenceCheck(code).run();
}

class ReferenceCheck implements WorkMeter {
  readonly #code: CheckedCode;
  readonly #entries = new Map<number, BlockEntry>();
  readonly #globals = new Map<string, number>();
  #steps: number;

  constructor(code: CheckedCode) {
    this.#code = code;
    this.#steps = stepsPerInstruction * (code.instructions.length + 10);
  }

  spend(): void {
    if (--this.#steps < 0) throw illTyped("there are too many references to check", "PROGRAM_TOO_COMPLEX");
  }

  run(): void {
    const { instructions, locals, params } = this.#code;
    this.#entries.set(0, functionEntry(locals, params, this));
    const open = [0];
    for (let start = open.pop(); start !== undefined; start = open.pop()) {
      const state = new ReferenceState(this.#entries.get(start)!, this.#globals);
      const at = this.#runBlock(start, state);
      const following = successors(instructions[at]!, at);
      if (following.length === 0) continue;
      const end = state.finish();
      for (const next of following) if (this.#enter(next, end)) open.push(next);
    }
  }

  /** Runs a block to its end. @returns the index of its last instruction */
  #runBlock(start: number, state: ReferenceState): number {
    const { instructions, targets } = this.#code;
    for (let at = start; ; at++) {
      this.#step(instructions[at]!, state);
      if (instructions[at]!.effect.ends !== undefined || targets.has(at + 1)) return at;
    }
  }

  /** @returns whether the block has to be looked at again */
  #enter(block: number, entry: BlockEntry): boolean {
    const known = this.#entries.get(block);
    if (known !== undefined) return joinEntry(known, entry);
    this.#entries.set(block, { locals: [...entry.locals], graph: entry.graph.copy() });
    return true;
  }

  #step(instruction: Instruction, state: ReferenceState): void {
    this.spend();
    const { effect, at, takes } = instruction;
    const isMutable = effect.mutable === true;
    switch (effect.references) {
      case "values":
        state.drop(takes);
        state.pushValues(instruction.gives);
        return;
      case "return":
        state.return();
        return;
      case "copy local":
        state.copyLocal(at);
        return;
      case "move local":
        state.moveLocal(at);
        return;
      case "store local":
        state.storeLocal(at);
        return;
      case "borrow local":
        state.borrowLocal(at, isMutable);
        return;
      case "borrow field":
        state.borrowField(at, isMutable);
        return;
      case "call":
        this.#call(instruction, state);
        return;
      case "read":
        state.read(takes);
        return;
      case "write":
        state.writeReference();
        return;
      case "freeze":
        state.freeze();
        return;
      case "borrow global":
        state.borrowGlobal((instruction.type as StructType).name, isMutable);
        return;
      case "take global":
        state.requireFreeGlobal((instruction.type as StructType).name, false);
        state.drop(takes);
        state.pushValues(instruction.gives);
        return;
      case "borrow element":
        state.borrowElement(isMutable);
        return;
      case "change vector":
        state.drop(takes - 1);
        state.changeVector();
        state.pushValues(instruction.gives);
    }
  }

  #call({ site, results, takes }: Instruction, state: ReferenceState): void {
    if (site === undefined) state.drop(1);
    else if (this.#globals.size > 0) {
      for (const name of this.#code.acquires(site)) state.requireFreeGlobal(name, false);
    }
    state.call(site === undefined ? takes - 1 : takes, results);
  }
}
