import type { FunctionHandle, Instruction, SignatureToken } from "@ledger/move";
import { effectOf } from "../../instructions/names.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import { acquiredBy } from "../flow/acquires.ts";
import type { VisitOrder } from "../flow/blocks.ts";
import { followFlow } from "../flow/fixed-point.ts";
import { operandCounts } from "../flow/operand-counts.ts";
import type { FunctionCode } from "../function-code.ts";
import type { VerifierMeter } from "../meter.ts";
import { refused } from "../refused.ts";
import { copyEntry, functionEntry, joinEntry, type ReferenceEntry } from "./reference-entry.ts";
import { ReferenceState } from "./reference-state.ts";

const price = {
  instruction: 10,
  perLocal: 20,
  perGraphPart: 50,
  join: 100,
  perJoinedLocal: 10,
  perAcquired: 100,
  call: 100,
} as const;

/**
 * Follows references through a function and refuses code in which one could lead to a value that was moved, dropped or changed
 * meanwhile, or outlive what it leads to.
 *
 * Every reference is followed from where it is made. A value may be moved, overwritten or changed only while nothing that was
 * borrowed from it is alive; a mutable reference may be handed on only while nothing was borrowed from it; what a call returns counts
 * as borrowed from all references that it was given. Blocks begin and end with an empty operand stack, so the analysis joins locals
 * only.
 *
 * @throws {@link VmError} the status of the instruction; `CONSTRAINT_NOT_SATISFIED` of the meter
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.5 | Specification, verifier 9.5}
 */
export function checkReferences(
  code: CodeToVerify,
  fn: FunctionCode,
  instructions: readonly Instruction[],
  visits: VisitOrder,
  meter: VerifierMeter,
): void {
  const { locals, params } = fn;
  const check = new ReferenceCheck(code, fn, meter);
  followFlow<ReferenceEntry>(visits, {
    entry: functionEntry(locals, params.length),
    copy: copyEntry,
    run({ start, end }, entry) {
      const state = new ReferenceState(entry);
      for (let at = start; at < end; at++) check.follow(instructions[at]!, state);
      return state.finish();
    },
    join(known, other) {
      meter.charge(price.join + price.perJoinedLocal * locals.length + price.perGraphPart * known.graph.size);
      return joinEntry(known, other);
    },
  });
}

class ReferenceCheck {
  readonly #code: CodeToVerify;
  readonly #fn: FunctionCode;
  readonly #meter: VerifierMeter;

  constructor(code: CodeToVerify, fn: FunctionCode, meter: VerifierMeter) {
    this.#code = code;
    this.#fn = fn;
    this.#meter = meter;
  }

  follow(instruction: Instruction, state: ReferenceState): void {
    const { locals } = this.#fn;
    this.#meter.charge(price.instruction + price.perLocal * locals.length + price.perGraphPart * state.graphSize);
    const [name, operand] = instruction;
    const { references, mutable: isMutable = false } = effectOf(name);
    const index = Number(operand ?? 0);
    switch (references) {
      case "return":
        state.return();
        return;
      case "copy local":
        state.copyLocal(index);
        return;
      case "move local":
        state.moveLocal(index);
        return;
      case "store local":
        state.storeLocal(index);
        return;
      case "borrow local":
        state.borrowLocal(index, isMutable);
        return;
      case "borrow field":
        state.borrowField(this.#fieldOf(instruction), isMutable);
        return;
      case "call":
        this.#call(instruction, state);
        return;
      case "write":
        state.writeReference();
        return;
      case "freeze":
        state.freeze();
        return;
      case "borrow global":
        state.borrowGlobal(this.#code.structOf(name, index), isMutable);
        return;
      case "borrow element":
        state.borrowElement(isMutable);
        return;
      default:
        this.#followValues(instruction, state);
    }
  }

  /** Instructions that take and give numbers of operands, and make no reference. */
  #followValues(instruction: Instruction, state: ReferenceState): void {
    const [name, operand] = instruction;
    const { takes, gives } = operandCounts(this.#code, this.#fn, instruction);
    switch (effectOf(name).references) {
      case "read":
        state.read(takes);
        return;
      case "take global":
        state.requireFreeGlobal(this.#code.structOf(name, Number(operand)), false);
        break;
      case "change vector":
        state.drop(takes - 1);
        state.changeVector();
        state.pushValues(gives);
        return;
    }
    state.drop(takes);
    state.pushValues(gives);
  }

  #fieldOf([name, operand]: Instruction): number {
    const module = this.#code.module!;
    const handles = effectOf(name).names === "field" ? module.fieldHandles : module.variantFieldHandles;
    return handles[this.#code.entry(name, Number(operand))]!.field;
  }

  #call(instruction: Instruction, state: ReferenceState): void {
    const [name, operand] = instruction;
    const index = Number(operand);
    const { takes } = operandCounts(this.#code, this.#fn, instruction);
    if (effectOf(name).names === "signature") {
      const [type] = this.#code.tables.signatures[index]!;
      state.drop(1);
      this.#pass(state, takes - 1, type?.kind === "Function" ? type.results : []);
      return;
    }
    const handle = this.#code.functionHandle(name, index);
    const field = borrowedField(handle);
    if (field !== undefined) {
      if (takes !== 1 || state.countReferences(1) !== 1 || this.#code.tables.signatures[handle.returns]!.length !== 1) {
        throw refused("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a function that is marked to borrow a field does not");
      }
      state.borrowField(field, true);
      return;
    }
    for (const struct of acquiredBy(this.#code, name, index)) {
      this.#meter.charge(price.perAcquired);
      state.requireFreeGlobal(struct, false);
    }
    this.#pass(state, takes, this.#code.tables.signatures[handle.returns]!);
  }

  /** Passes operands to a function that leaves results. */
  #pass(state: ReferenceState, args: number, results: readonly SignatureToken[]): void {
    const kinds = results.map(({ kind }) => {
      if (kind === "MutableReference") return true;
      return kind === "Reference" ? false : undefined;
    });
    const returned = kinds.filter((mutable) => mutable !== undefined).length;
    this.#meter.chargeGrowing(price.call, state.countReferences(args) * returned);
    state.call(args, kinds);
  }
}

/** The field that a function borrows mutably for other modules: a call of it counts as borrowing the field. */
function borrowedField({ attributes }: FunctionHandle): number | undefined {
  for (const attribute of attributes) if (attribute.kind === "borrow_field_mut") return attribute.operand;
  return undefined;
}
