import type { Body, Instruction, Segment } from "../code/instruction.ts";
import type { RunnableFunction } from "../code/loaded-module.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { Rules } from "../features/rules.ts";
import type { InstructionCosts } from "../gas/instruction-costs.ts";
import type { NativeFunction } from "../port/native.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import type { Tier } from "./compiled-code.ts";

/** The part of the machine that an instance needs. */
export interface InstanceHost {
  readonly types: TypeTable;
  readonly costs: InstructionCosts;
  readonly maxTypeNodes: number;
  readonly maxTypeDepth: number;
  readonly rules: Rules;
}

/** A call site of an instance with the function that it calls. */
export interface Link {
  readonly callee: FunctionInstance;
  /** The call's own price, without types and without the new frame. */
  readonly callCost: number;
  /** The price of making the type arguments. */
  readonly typeCost: number;
}

/** A function with concrete type arguments, and what was worked out for them. Shared by all sessions of a machine. */
export class FunctionInstance {
  readonly fn: RunnableFunction;
  readonly typeArgs: readonly Type[];
  readonly native: NativeFunction | undefined;
  readonly tier: Tier;
  readonly paramCount: number;
  /** True if calls of it have to be noted by locks or access specifiers. */
  readonly isNoted: boolean;
  readonly links: (Link | undefined)[] = [];
  readonly #host: InstanceHost;
  readonly #resolved = new Map<Type, Type>();
  #body: Body | undefined;
  #segmentCosts: Float64Array | undefined;
  #frameCost = -1;
  #isPlain: boolean | undefined;
  #holders: readonly number[] | undefined;

  /** @param tier - of all instances of the function */
  constructor(
    fn: RunnableFunction,
    typeArgs: readonly Type[],
    native: NativeFunction | undefined,
    tier: Tier,
    host: InstanceHost,
  ) {
    this.fn = fn;
    this.tier = tier;
    this.typeArgs = typeArgs;
    this.native = native;
    this.paramCount = fn.params.length;
    this.isNoted = fn.locksModule || fn.accessSpecifiers !== undefined;
    this.#host = host;
  }

  /** True if it was called before, so that nothing of it is left to check. */
  get isReady(): boolean {
    return this.#body !== undefined && this.#frameCost >= 0;
  }

  get body(): Body {
    this.#body ??= this.fn.body;
    return this.#body;
  }

  /** Prices of the segments; NaN while not worked out. */
  get segmentCosts(): Float64Array {
    this.#segmentCosts ??= new Float64Array(this.body.segments.length).fill(Number.NaN);
    return this.#segmentCosts;
  }

  /** The price of a segment's fixed part. */
  segmentCost(index: number): number {
    const { start, end } = this.body.segments[index]!;
    const cost = this.costBetween(start, end);
    this.segmentCosts[index] = cost;
    return cost;
  }

  /** Fixed prices of the instructions from one to before another. */
  costBetween(start: number, end: number): number {
    const { instructions } = this.body;
    let cost = 0;
    for (let i = start; i < end; i++) cost += this.costOf(instructions[i]!);
    return cost;
  }

  costOf(instruction: Instruction): number {
    return this.#host.costs.fixed(instruction, this.typeArgs);
  }

  /** The price of making the types of a new frame. */
  get frameCost(): number {
    if (this.#frameCost < 0) {
      const { costs, rules } = this.#host;
      const { localTypes } = this.fn;
      this.#frameCost = costs.perNode === 0 ? 0 : costs.typeCreation(localTypes, this.typeArgs);
      if (rules.checksLocals && this.typeArgs.length > 0) for (const type of localTypes) this.resolve(type);
    }
    return this.#frameCost;
  }

  /**
   * A type of the body with the type arguments filled in.
   *
   * @throws {@link VmError} `TOO_MANY_TYPE_NODES`, `VM_MAX_TYPE_DEPTH_REACHED`
   */
  resolve(type: Type): Type {
    if (!type.generic) return type;
    let resolved = this.#resolved.get(type);
    if (resolved === undefined) {
      resolved = this.#host.types.substitute(type, this.typeArgs);
      try {
        checkTypeLimits(resolved, this.#host);
      } catch (error) {
        // Statuses of verification mean a broken invariant once code runs.
        if (error instanceof VmError && error.code < 2000) throw new VmError("VERIFICATION_ERROR", error.message);
        throw error;
      }
      this.#resolved.set(type, resolved);
    }
    return resolved;
  }

  /** True if all types that the code makes are within the limits, so that compiled code need not look. */
  get isPlain(): boolean {
    this.#isPlain ??= this.#areTypesPlain();
    return this.#isPlain;
  }

  /** Locals whose values may hold memory of their own. */
  get holders(): readonly number[] {
    if (this.#holders === undefined) {
      const types = this.body.locals;
      this.#holders = [...types.keys()].filter((i) => !hasFixedSize(types[i]!) || types[i]!.kind === "Signer");
    }
    return this.#holders;
  }

  /** Checks the types that an instruction makes. @throws {@link VmError} as {@link resolve} */
  checkCreated({ created }: Instruction): void {
    for (let i = 0; i < created.length; i++) this.resolve(created[i]!);
  }

  #areTypesPlain(): boolean {
    if (this.typeArgs.length === 0) return true;
    try {
      for (const { created, type } of this.body.instructions) {
        for (const made of created) this.resolve(made);
        if (type !== undefined) this.resolve(type);
      }
      return true;
    } catch (error) {
      if (error instanceof VmError) return false;
      throw error;
    }
  }

  /** The segment that an instruction lies in. */
  segmentOf(pc: number): Segment {
    const { instructions, segments } = this.body;
    return segments[instructions[pc]!.segment]!;
  }
}

/** Refuses a type that is larger or deeper than the ledger allows. */
function checkTypeLimits(type: Type, host: InstanceHost): void {
  const isFree = type.kind === "Reference" && host.rules.freeReferences;
  const { nodes, depth } = isFree ? type.target : type;
  if (nodes > host.maxTypeNodes) throw new VmError("TOO_MANY_TYPE_NODES", "a type has too many parts");
  if (depth > host.maxTypeDepth) throw new VmError("VM_MAX_TYPE_DEPTH_REACHED", "a type is nested too deeply");
}
