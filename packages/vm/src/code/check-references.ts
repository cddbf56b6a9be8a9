import type { FunctionType, StructType, Type } from "../type/type.ts";
import type { WorkMeter } from "./borrow-graph.ts";
import type { CallSite, Instruction } from "./instruction.ts";
import { type BlockEntry, functionEntry, joinEntry, ReferenceState } from "./reference-state.ts";
import { isTerminator } from "./segments.ts";
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
      const { op, a } = instructions[at]!;
      if (op === 0x02 || op === 0x27 || op === 0x68) continue;
      const end = state.finish();
      if (op >= 0x03 && op <= 0x05 && this.#enter(a, end)) open.push(a);
      if (op !== 0x05 && this.#enter(at + 1, end)) open.push(at + 1);
    }
  }

  /** Runs a block to its end. @returns the index of its last instruction */
  #runBlock(start: number, state: ReferenceState): number {
    const { instructions, targets } = this.#code;
    for (let at = start; ; at++) {
      this.#step(instructions[at]!, state);
      if (isTerminator(instructions[at]!.op) || targets.has(at + 1)) return at;
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
    const { op, a, b } = instruction;
    switch (op) {
      case 0x01:
        state.drop(1);
        return;
      case 0x02:
        state.return();
        return;
      case 0x0a:
        state.copyLocal(a);
        return;
      case 0x0b:
        state.moveLocal(a);
        return;
      case 0x0c:
        state.storeLocal(a);
        return;
      case 0x0d:
      case 0x0e:
        state.borrowLocal(a, op === 0x0d);
        return;
      case 0x0f:
      case 0x36:
      case 0x4f:
      case 0x51:
        state.borrowField(a, true);
        return;
      case 0x10:
      case 0x37:
      case 0x4e:
      case 0x50:
        state.borrowField(a, false);
        return;
      case 0x11:
      case 0x38: {
        const { params, results } = instruction.site!;
        if (this.#globals.size > 0) {
          for (const name of this.#code.acquires(instruction.site!)) state.requireFreeGlobal(name, false);
        }
        state.call(params.length, results);
        return;
      }
      case 0x5a: {
        const { args, results } = instruction.type as FunctionType;
        state.drop(1);
        state.call(args.length, results);
        return;
      }
      case 0x12:
      case 0x39:
      case 0x40:
      case 0x52:
      case 0x53:
        state.drop(b);
        state.pushValues(1);
        return;
      case 0x13:
      case 0x3a:
      case 0x46:
      case 0x54:
      case 0x55:
        state.drop(1);
        state.pushValues(b);
        return;
      case 0x58:
      case 0x59:
        state.drop(a);
        state.pushValues(1);
        return;
      case 0x14:
      case 0x56:
      case 0x57:
        state.read(1);
        return;
      case 0x21:
      case 0x22:
        state.read(2);
        return;
      case 0x15:
        state.writeReference();
        return;
      case 0x2e:
        state.freeze();
        return;
      case 0x2a:
      case 0x2b:
      case 0x3c:
      case 0x3d:
        state.borrowGlobal((instruction.type as StructType).name, op === 0x2a || op === 0x3c);
        return;
      case 0x2c:
      case 0x3e:
        state.requireFreeGlobal((instruction.type as StructType).name, false);
        state.drop(1);
        state.pushValues(1);
        return;
      case 0x42:
      case 0x43:
        state.borrowElement(op === 0x43);
        return;
      case 0x44:
      case 0x45:
      case 0x47:
        state.drop(op === 0x44 ? 1 : op === 0x47 ? 2 : 0);
        state.changeVector();
        if (op === 0x45) state.pushValues(1);
        return;
      default: {
        const [taken, given] = valueOperands(op);
        state.drop(taken);
        state.pushValues(given);
      }
    }
  }
}

/** Operands that an instruction takes and gives which knows no mutable reference. */
function valueOperands(op: number): readonly [taken: number, given: number] {
  if (op === 0x05 || op === 0x28) return [0, 0];
  if (op === 0x03 || op === 0x04 || op === 0x27) return [1, 0];
  if (op === 0x68 || op === 0x2d || op === 0x3f) return [2, 0];
  if (isUnary(op)) return [1, 1];
  return isLoad(op) ? [0, 1] : [2, 1];
}

function isLoad(op: number): boolean {
  return (
    (op >= 0x06 && op <= 0x09) || (op >= 0x31 && op <= 0x32) || (op >= 0x48 && op <= 0x4a) || (op >= 0x5b && op <= 0x60)
  );
}

/** Casts, negations, and what asks for the presence of a resource or the length of a vector. */
function isUnary(op: number): boolean {
  return (
    (op >= 0x33 && op <= 0x35) ||
    (op >= 0x4b && op <= 0x4d) ||
    (op >= 0x61 && op <= 0x67) ||
    op === 0x20 ||
    op === 0x29 ||
    op === 0x3b ||
    op === 0x41
  );
}
