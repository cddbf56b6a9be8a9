import type { FeatureName } from "../features/feature.ts";
import type { StatusName } from "../status/status-code.ts";

/**
 * A number of operands that the instruction alone does not say: parameters and results of the function that is called, fields of
 * the struct or variant, elements of the vector, captured parameters of the closure, arguments of a closure and the closure itself,
 * results of the function that returns.
 */
export type OperandCount =
  | number
  | "parameters"
  | "results"
  | "fields"
  | "elements"
  | "captured"
  | "closure"
  | "returned";

/** The table of a module or script that an index names an entry of; the index of a generic form names an instantiation. */
export type Subject = "constant" | "function" | "signature" | "struct" | "field" | "variantField" | "variant";

/** Statuses that publishing code ends in when an instruction finds other operands than it needs. */
export interface OperandRefusals {
  /** The type is another. */
  readonly type: StatusName;
  /** The type lacks an ability; {@link type} when left out. */
  readonly ability?: StatusName;
  /** There is no mutable reference; {@link type} when left out. */
  readonly mutable?: StatusName;
}

/**
 * The rule by which the reference check follows an instruction. `values` is that of instructions which neither make a reference nor
 * change a value through one: references among their operands end there.
 */
export type ReferenceRule =
  | "values"
  | "copy local"
  | "move local"
  | "store local"
  | "borrow local"
  | "borrow field"
  | "borrow element"
  | "borrow global"
  | "take global"
  | "read"
  | "write"
  | "freeze"
  | "change vector"
  | "call"
  | "return";

/**
 * Entries of the gas schedule that are the price of an instruction before it runs. They are called `instr.`, the key and an ending; the
 * generic form has `_generic` after the key.
 */
export interface Price {
  /** First gas feature version that has them. */
  readonly since: number;
  /** The name of the instruction when left out. */
  readonly key?: string;
  /** Ending of the entry that is paid once. */
  readonly base: "" | ".base";
  /** Ending of the entry for each abstract unit of a value, or for each field, element, byte or captured operand. */
  readonly unit?: `.per_${string}`;
  /** The entry of a unit in the plain form, where its name follows no rule. */
  readonly plainUnit?: string;
  /** True if the tag of a variant counts as one more field. */
  readonly countsTag?: true;
}

/** Everything that the machine knows of an instruction besides its type rule and its code. */
export interface Effect {
  /** Operands before the instruction. */
  readonly takes: OperandCount;
  /** Operands in their place after it. */
  readonly gives: OperandCount;
  /**
   * The way of control from an instruction that ends a block: `branch` to its target or on, `jump` to its target, `return` to the
   * caller, `abort` out of the call.
   */
  readonly ends?: "branch" | "jump" | "return" | "abort";
  /** The part of the host that the instruction may have to wait for: code that is loaded, or state. */
  readonly reaches?: "code" | "state";
  /** Values whose size is part of the price: the one that is copied, or both that are compared, references followed. */
  readonly weighs?: "copied" | "compared";
  /** The kind of thing that its index names. */
  readonly names?: Subject;
  readonly references: ReferenceRule;
  /** True if it makes, or needs, a mutable reference. */
  readonly mutable?: true;
  /** Status of a local without a value that it reads. */
  readonly unavailable?: StatusName;
  readonly refusals: OperandRefusals;
  /** `call` is paid when the function is known. */
  readonly price: Price | "call";
  /** The flag without which no code that has the instruction may be published. */
  readonly feature?: FeatureName;
}
