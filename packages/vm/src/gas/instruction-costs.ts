import { opcodes } from "@ledger/move";
import type { Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { Type } from "../type/type.ts";
import type { GasKey } from "./keys/index.ts";
import type { GasSchedule } from "./schedule.ts";
import type { ValueSizes } from "./value-sizes.ts";

/** Entries whose names in the schedule are not those of the instructions. */
const renamed: Readonly<Record<string, string>> = {
  xor: "bit_xor",
  shl: "bit_shl",
  shr: "bit_shr",
  pack_variant: "pack",
  pack_variant_generic: "pack_generic",
  unpack_variant: "unpack",
  unpack_variant_generic: "unpack_generic",
};

/** Members of an entry that count what an instruction handles, by the entry's name. */
const perUnit: Readonly<Record<string, string>> = {
  copy_loc: "per_abs_val_unit",
  read_ref: "per_abs_val_unit",
  eq: "per_abs_val_unit",
  neq: "per_abs_val_unit",
  ld_const: "per_byte",
  abort_msg: "per_byte",
  pack: "per_field",
  pack_generic: "per_field",
  unpack: "per_field",
  unpack_generic: "per_field",
  vec_pack: "per_elem",
  vec_unpack: "per_expected_elem",
};

const withBase =
  /^(copy_loc|move_loc|st_loc|read_ref|write_ref|eq|neq|ld_const|abort_msg|pack|unpack|exists|move_from|move_to|.*_global|vec_.*|call)(_generic)?$/;

/**
 * Prices of instructions. {@link fixed} is what is known before an instruction runs; the rest is charged when it does: calls,
 * sizes of values, the first look at state.
 *
 * @see Ledger specification, execution §5.5
 */
export class InstructionCosts {
  readonly sizes: ValueSizes;
  /** For each node of a type that is made. */
  readonly perNode: number;
  /** By opcode: the price of an instruction and of each unit it handles. */
  readonly base = new Float64Array(256);
  readonly unit = new Float64Array(256);
  readonly call: CallPrices;
  readonly callGeneric: CallPrices;
  readonly packClosureArg: number;
  readonly packClosureGenericArg: number;

  constructor(schedule: GasSchedule, sizes: ValueSizes) {
    this.sizes = sizes;
    const price = (name: string): number => schedule.parameter(`instr.${name}` as GasKey);
    this.perNode = schedule.featureVersion >= 14 ? price("subst_ty_per_node") : 0;
    for (const row of opcodes) {
      if (row === undefined || row.name.startsWith("call") || row.name.startsWith("pack_closure")) continue;
      const name = renamed[row.name] ?? row.name;
      this.base[row.byte] = price(withBase.test(name) ? `${name}.base` : name);
      const unit = perUnit[name];
      if (unit !== undefined) this.unit[row.byte] = price(`${name}.${unit}`);
    }
    const locals = schedule.featureVersion >= 3 ? 1 : 0;
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
    this.base[0x58] = price("pack_closure.base");
    this.base[0x59] = price("pack_closure_generic.base");
    this.packClosureArg = price("pack.closure.per_arg");
    this.packClosureGenericArg = price("pack_closure_generic.per_arg");
  }

  /** What an instruction costs before it runs. @param typeArgs - of the function that it is in */
  fixed(instruction: Instruction, typeArgs: readonly Type[]): number {
    const { op, a, b, type } = instruction;
    let cost = this.base[op]!;
    switch (op) {
      case 0x0a:
      case 0x14:
        if (hasFixedSize(type!)) cost += this.unit[op]! * this.sizes.fixed(type!);
        break;
      case 0x21:
      case 0x22: {
        const target = type!.kind === "Reference" ? type!.target : type!;
        if (hasFixedSize(target)) cost += this.unit[op]! * 2 * this.sizes.fixed(target);
        break;
      }
      case 0x54:
      case 0x55:
        cost += this.unit[op]! * (b + 1);
        break;
      case 0x58:
        cost += this.packClosureArg * a;
        break;
      case 0x59:
        cost += this.packClosureGenericArg * a;
        break;
      default:
        cost += this.unit[op]! * b;
    }
    return this.perNode === 0 ? cost : cost + this.typeCreation(instruction.created, typeArgs);
  }

  /** What making types costs. */
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
