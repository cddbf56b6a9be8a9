import { opcodes } from "@ledger/move";
import type { Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { Type } from "../type/type.ts";
import type { GasKey } from "./keys/index.ts";
import { priceOf } from "./keys/instructions.ts";
import type { GasSchedule } from "./schedule.ts";
import type { ValueSizes } from "./value-sizes.ts";

/** Values whose sizes an instruction pays for. */
const weighedValues = { copied: 1, compared: 2 } as const;

/**
 * Prices of instructions. {@link fixed} is what is known before an instruction runs; the rest is charged when it does: calls,
 * sizes of values, the first look at state.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.5 | Specification, execution 5.5}
 */
export class InstructionCosts {
  readonly sizes: ValueSizes;
  /** For each node of a type that is made. */
  readonly perNode: number;
  /** By opcode as stored: the price of an instruction and of each unit it handles. */
  readonly base = new Float64Array(opcodes.length);
  readonly unit = new Float64Array(opcodes.length);
  readonly call: CallPrices;
  readonly callGeneric: CallPrices;

  constructor(schedule: GasSchedule, sizes: ValueSizes) {
    this.sizes = sizes;
    const price = (name: string): number => schedule.parameter(`instr.${name}` as GasKey);
    this.perNode = schedule.rules.paysTypes ? price("subst_ty_per_node") : 0;
    for (const row of opcodes) {
      if (row === undefined) continue;
      const entries = priceOf(row.name);
      if (entries === undefined) continue;
      if (entries.unit !== undefined) this.unit[row.byte] = price(entries.unit);
      this.base[row.byte] = price(entries.base) + (entries.countsTag ? this.unit[row.byte]! : 0);
    }
    const locals = schedule.rules.paysLocals ? 1 : 0;
    this.call = {
      base: price("call.base"),
      perTypeArg: 0,
      perArg: price("call.per_arg"),
      perLocal: locals * price("call.per_local"),
    };
    this.callGeneric = {
      base: price("call_generic.base"),
      perTypeArg: price("call_generic.per_ty_arg"),
      perArg: price("call_generic.per_arg"),
      perLocal: locals * price("call_generic.per_local"),
    };
  }

  /** The price of an instruction before it runs. @param typeArgs - of the function that it is in */
  fixed(instruction: Instruction, typeArgs: readonly Type[]): number {
    const { form, count, weighed, effect } = instruction;
    let units = count;
    if (weighed !== undefined && hasFixedSize(weighed)) {
      units = this.sizes.fixed(weighed) * weighedValues[effect.weighs!];
    }
    const cost = this.base[form]! + this.unit[form]! * units;
    return this.perNode === 0 ? cost : cost + this.typeCreation(instruction.created, typeArgs);
  }

  /** The price of making types. */
  typeCreation(types: readonly Type[], typeArgs: readonly Type[]): number {
    let nodes = 0;
    for (const type of types) nodes += countNodes(type, typeArgs);
    return this.perNode * nodes;
  }
}

/** Prices of a call. */
export interface CallPrices {
  readonly base: number;
  readonly perTypeArg: number;
  readonly perArg: number;
  readonly perLocal: number;
}

/** Nodes of a type with its parameters replaced. */
function countNodes(type: Type, typeArgs: readonly Type[]): number {
  if (!type.generic) return type.nodes;
  switch (type.kind) {
    case "TypeParameter":
      return typeArgs[type.index]!.nodes;
    case "Vector":
      return 1 + countNodes(type.element, typeArgs);
    case "Reference":
      return 1 + countNodes(type.target, typeArgs);
    case "Struct":
      return type.typeArgs.reduce((sum, argument) => sum + countNodes(argument, typeArgs), 1);
    case "Function":
      return [...type.args, ...type.results].reduce((sum, part) => sum + countNodes(part, typeArgs), 1);
    default:
      return 1;
  }
}
