import {
  type AbilitySet,
  type CodeUnit,
  decodeInstructions,
  type FunctionAttribute,
  type Instruction,
  type SignatureToken,
  visitInstructions,
} from "@ledger/move";

/** A function, as the tables of a module or script declare it. */
interface DeclaredFunction {
  /** Among the module's function definitions; 0 for a script. */
  readonly index: number;
  readonly name: string;
  readonly isScript: boolean;
  readonly params: readonly SignatureToken[];
  readonly results: readonly SignatureToken[];
  /** Types of parameters and locals. */
  readonly locals: readonly SignatureToken[];
  readonly constraints: readonly AbilitySet[];
  readonly attributes: readonly FunctionAttribute[];
  /** Struct definitions. */
  readonly acquires: readonly number[];
}

/** A function of a module, or the one of a script. Its code is taken apart where somebody asks for it, and not kept: that takes memory. */
export interface FunctionCode extends DeclaredFunction {
  /** The code as stored; undefined for a native function. */
  readonly unit: CodeUnit | undefined;
  /** The instructions, in order, whose index names an entry of a table: many passes look at no others. */
  readonly naming: readonly Instruction[];
  /** The whole code; undefined for a native function. */
  decode(): readonly Instruction[] | undefined;
}

/** @param version - of the format */
export function functionCode(declared: DeclaredFunction, unit: CodeUnit | undefined, version: number): FunctionCode {
  let naming: readonly Instruction[] | undefined;
  return {
    ...declared,
    unit,
    get naming() {
      naming ??= unit === undefined ? [] : findNaming(unit, version);
      return naming;
    },
    decode: () => unit && decodeInstructions(unit, version),
  };
}

function findNaming(unit: CodeUnit, version: number): Instruction[] {
  const found: Instruction[] = [];
  visitInstructions(unit, version, ({ name, operands }, operand, second) => {
    if (operand < 0 || operands === "branch" || operands === "local") return;
    found.push(second === undefined ? [name, operand] : [name, operand, second]);
  });
  return found;
}
