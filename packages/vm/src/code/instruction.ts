import type { CompiledBody } from "../compile/compile.ts";
import type { Type } from "../type/type.ts";
import type { IntegerKind } from "../value/integer.ts";
import type { ClosureTarget, Value } from "../value/value.ts";

/** What a call or a closure names: a function by its handle, in terms of the caller's own type parameters. */
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
  /** The opcode of the format. */
  readonly op: number;
  /** Local, branch target, slot in a container, variant number, or count, as the opcode says. */
  readonly a: number;
  /** Second number: fields of a pack or unpack. */
  readonly b: number;
  /** Constant of a load. */
  readonly value: Value | undefined;
  /** The type that decides what happens: of the value copied or compared, of the resource, of a vector's elements. */
  readonly type: Type | undefined;
  /** The width of arithmetic, or of the source of a cast. */
  readonly kind: IntegerKind | undefined;
  /** Variants that a variant field may lie in. */
  readonly variants: readonly number[] | undefined;
  readonly site: CallSite | undefined;
  /** Types of a pack's or unpack's fields. */
  readonly fields: readonly Type[] | undefined;
  /** Types that the instruction makes, which type creation gas counts. */
  readonly created: readonly Type[];
  /** Operands on the stack before and after, above those of the callers. */
  readonly height: number;
  /** The segment that starts here; -1 inside of one. */
  segment = -1;

  constructor(parts: InstructionParts) {
    this.op = parts.op;
    this.a = parts.a ?? 0;
    this.b = parts.b ?? 0;
    this.value = parts.value;
    this.type = parts.type;
    this.kind = parts.kind;
    this.variants = parts.variants;
    this.site = parts.site;
    this.fields = parts.fields;
    this.created = parts.created ?? [];
    this.height = parts.height;
  }
}

/** What an {@link Instruction} is made of; what is left out is 0, -1 or undefined. */
export interface InstructionParts {
  readonly op: number;
  readonly height: number;
  readonly a?: number;
  readonly b?: number;
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
  /** How much it ran, and what that led to. */
  readonly tier: Tier;
}

/** How far a body's way from the interpreter to compiled code is. */
export interface Tier {
  /** Calls and turns of loops so far. */
  heat: number;
  /** Null for code that stays with the interpreter. */
  compiled: CompiledBody | null | undefined;
}
