import type { Effect } from "../instructions/effect.ts";
import { nameOf } from "../instructions/names.ts";
import { effects, type InstructionName } from "../instructions/table.ts";
import type { Type } from "../type/type.ts";
import { type IntegerKind, type IntegerRange, integerRanges } from "../value/integer.ts";
import type { ClosureTarget, Value } from "../value/value.ts";

/** The target of a call or a closure: a function by its handle, in terms of the caller's own type parameters. */
export interface CallSite {
  readonly target: ClosureTarget;
  /** Index of the site among those of its body: where a frame's function keeps what the site was linked to. */
  readonly index: number;
  /** As the caller's module declares the function, type arguments not filled in. */
  readonly params: readonly Type[];
  readonly results: readonly Type[];
  readonly constraints: readonly number[];
  /** Index in the module's table of instantiations; -1 for a call without type arguments. */
  readonly instantiation: number;
}

/**
 * One instruction, with everything that running it needs besides values: operands are looked up and types are known. All have
 * the same members, so that engines see one shape.
 */
export class Instruction {
  /** The opcode that runs: that of the plain form. */
  readonly op: number;
  /** The opcode as stored, which has the price. */
  readonly form: number;
  /** The local, the target of a branch, the slot of a field in its container, or the number of a variant. */
  readonly at: number;
  /** Fields of a pack or unpack, elements of a vector, operands of a closure or its call, bytes of a constant. */
  readonly count: number;
  /** The constant of a load; the mask of a closure. */
  readonly value: Value | undefined;
  /** The type that decides what happens: of the value copied or compared, of the resource, of a vector's elements. */
  readonly type: Type | undefined;
  /** The width of arithmetic, or of the source of a cast. */
  readonly kind: IntegerKind | undefined;
  /** The values of {@link kind}. */
  readonly range: IntegerRange | undefined;
  /** Variants that a variant field may lie in. */
  readonly variants: readonly number[] | undefined;
  readonly site: CallSite | undefined;
  /** Types of a pack's or unpack's fields. */
  readonly fields: readonly Type[] | undefined;
  /** Types that the instruction makes, which type creation gas counts. */
  readonly created: readonly Type[];
  /** Operands on the stack before the instruction, above those of the callers. */
  readonly height: number;
  /** Index of the segment that the instruction lies in. */
  segment = -1;

  constructor(parts: InstructionParts) {
    this.op = parts.op;
    this.form = parts.form;
    this.at = parts.at ?? 0;
    this.count = parts.count ?? 0;
    this.value = parts.value;
    this.type = parts.type;
    this.kind = parts.kind;
    this.range = parts.kind && integerRanges[parts.kind];
    this.variants = parts.variants;
    this.site = parts.site;
    this.fields = parts.fields;
    this.created = parts.created ?? [];
    this.height = parts.height;
  }

  get name(): InstructionName {
    return nameOf[this.op]!;
  }

  /** The row of the instruction. */
  get effect(): Effect {
    return effects[this.name];
  }

  /** Operands that the instruction takes from the stack; those of a return, which its function says, are not counted. */
  get takes(): number {
    const { takes } = this.effect;
    switch (takes) {
      case "returned":
        return 0;
      case "parameters":
        return this.site!.params.length;
      case "closure":
        return this.count + 1;
      default:
        return typeof takes === "number" ? takes : this.count;
    }
  }

  /** Operands that the instruction puts on the stack. */
  get gives(): number {
    const { gives } = this.effect;
    if (typeof gives === "number") return gives;
    return gives === "results" ? this.results.length : this.count;
  }

  /** Types that a call, of a function or of a function value, leaves on the stack. */
  get results(): readonly Type[] {
    if (this.site !== undefined) return this.site.results;
    return this.type?.kind === "Function" ? this.type.results : [];
  }

  /** The type of the values whose size is part of the price; undefined where none is. */
  get weighed(): Type | undefined {
    const { type } = this;
    const { weighs } = this.effect;
    if (weighs === undefined || type === undefined) return undefined;
    return weighs === "compared" && type.kind === "Reference" ? type.target : type;
  }
}

/** Indices of the instructions that may run after the one at an index. */
export function successors({ effect: { ends }, at }: Instruction, pc: number): readonly number[] {
  switch (ends) {
    case "return":
    case "abort":
      return [];
    case "jump":
      return [at];
    case "branch":
      return [at, pc + 1];
    default:
      return [pc + 1];
  }
}

/** The parts of an {@link Instruction}; those left out are 0 or undefined. */
export interface InstructionParts {
  readonly op: number;
  readonly form: number;
  readonly height: number;
  readonly at?: number;
  readonly count?: number;
  readonly value?: Value | undefined;
  readonly type?: Type | undefined;
  readonly kind?: IntegerKind | undefined;
  readonly variants?: readonly number[] | undefined;
  readonly site?: CallSite | undefined;
  readonly fields?: readonly Type[] | undefined;
  readonly created?: readonly Type[];
}

/**
 * A straight stretch of instructions that are paid for together. It ends with the first instruction that branches, calls, reads
 * state, or has a price that depends on a value.
 */
export interface Segment {
  readonly start: number;
  /** Index after the last instruction. */
  readonly end: number;
  /** Index after the last instruction that works on values alone: {@link end}, or one less where control may leave the segment. */
  readonly straightEnd: number;
  /** Most operands on the stack during the segment, above those of the callers. */
  readonly peak: number;
}

/** The code of a function, checked and ready to run, for any type arguments. */
export interface Body {
  readonly instructions: readonly Instruction[];
  readonly segments: readonly Segment[];
  /** Types of parameters and locals. */
  readonly locals: readonly Type[];
  readonly sites: number;
  /** Locals that references lead to. */
  readonly borrowed: ReadonlySet<number>;
}
