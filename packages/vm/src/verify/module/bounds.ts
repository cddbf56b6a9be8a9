import { type CommonTables, type CompiledModule, type OpcodeName, visitInstructions } from "@ledger/move";
import { effectOf, isGeneric } from "../../instructions/names.ts";
import { instantiationTable, subjectTable } from "../../instructions/subjects.ts";
import { type CodeToVerify, visitToken } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";

/** Locals are numbered by a byte. */
const maxLocals = 255;

/**
 * Checks the indexes that decoding leaves alone: of fields and variants, and those that instructions hold.
 *
 * @throws {@link VmError} `INDEX_OUT_OF_BOUNDS`, `ZERO_VARIANTS_ERROR`, `TOO_MANY_LOCALS`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#3 | Specification, verifier 3}
 */
export function checkBounds(code: CodeToVerify): void {
  if (code.module !== undefined) checkFieldBounds(code.module);
  const highest = new TypeParameterBounds(code.tables);
  for (const fn of code.functions()) checkCodeBounds(code, fn, highest);
}

/** The part of {@link checkBounds} that concerns no code. */
export function checkFieldBounds({
  structDefinitions,
  fieldHandles,
  variantFieldHandles,
  variantHandles,
}: CompiledModule): void {
  for (const { struct, field } of fieldHandles) {
    const { content } = structDefinitions[struct]!;
    require(field, content.kind === "struct" ? content.fields.length : 0, "a field");
  }
  const variantsOf = (struct: number) => {
    const { content } = structDefinitions[struct]!;
    return content.kind === "enum" ? content.variants : [];
  };
  for (const { struct, field, variants } of variantFieldHandles) {
    if (variants.length === 0) throw refused("ZERO_VARIANTS_ERROR", "a field of no variant");
    const all = variantsOf(struct);
    for (const variant of variants) {
      require(variant, all.length, "a variant");
      require(field, all[variant]!.fields.length, "a field of a variant");
    }
  }
  for (const { struct, variant } of variantHandles) require(variant, variantsOf(struct).length, "a variant");
}

/** Highest type parameter of each signature, worked out where it is asked for. */
export class TypeParameterBounds {
  readonly #tables: CommonTables;
  readonly #bounds: (number | undefined)[] = [];

  constructor(tables: CommonTables) {
    this.#tables = tables;
  }

  /** One more than the highest type parameter of a signature; 0 without any. */
  of(signature: number): number {
    let bound = this.#bounds[signature];
    if (bound === undefined) {
      bound = 0;
      for (const token of this.#tables.signatures[signature]!) {
        visitToken(token, (part) => {
          if (part.kind === "TypeParameter") bound = Math.max(bound!, part.index + 1);
        });
      }
      this.#bounds[signature] = bound;
    }
    return bound;
  }
}

/** Checks the code of one function. @throws {@link VmError} as {@link checkBounds} */
export function checkCodeBounds({ tables }: CodeToVerify, fn: FunctionCode, highest: TypeParameterBounds): void {
  const { unit, locals, constraints } = fn;
  if (unit === undefined) return;
  if (locals.length > maxLocals) throw refused("TOO_MANY_LOCALS", `a function has ${locals.length} locals`);
  const requireTypes = (signature: number): void => {
    if (highest.of(signature) > constraints.length) throw outOfBounds("a type parameter");
  };
  requireTypes(unit.locals);
  visitInstructions(unit, tables.version, ({ name, operands }, operand) => {
    if (operand < 0) return;
    if (operands === "branch") require(operand, unit.instructionCount, "the target of a branch");
    else if (operands === "local") require(operand, locals.length, "a local");
    else checkEntry(tables, name, operand, requireTypes);
  });
}

/** The entry that an instruction names is there, and its types name no type parameter that the function does not have. */
function checkEntry(
  tables: CommonTables,
  name: OpcodeName,
  index: number,
  requireTypes: (signature: number) => void,
): void {
  const subject = effectOf(name).names!;
  const entries = isGeneric(name) ? instantiationTable(tables, subject) : subjectTable(tables, subject);
  // A script has no table of definitions: that is found later.
  if (entries === undefined) return;
  require(index, entries.length, `the operand of ${name}`);
  if (subject === "signature") requireTypes(index);
  else if (isGeneric(name)) requireTypes((entries[index] as { readonly typeArgs: number }).typeArgs);
}

function require(index: number, length: number, what: string): void {
  if (index >= length) throw outOfBounds(what);
}

function outOfBounds(what: string) {
  return refused("INDEX_OUT_OF_BOUNDS", `${what} is out of range`);
}
