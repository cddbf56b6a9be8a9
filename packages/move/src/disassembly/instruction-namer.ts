import type { TypePrinter } from "../abi/type-printer.ts";
import type { Instruction } from "../binary/code.ts";
import type {
  CommonTables,
  CompiledModule,
  FieldDefinition,
  Instantiation,
  StructContent,
} from "../binary/compiled-module.ts";
import { opcodesByName } from "../binary/opcodes.ts";
import type { InstructionOperandSpec, InstructionSpec } from "../builder/spec.ts";
import { MoveError } from "../errors.ts";

const genericMark = "_generic";

/** Gives names for the indices of instructions: the inverse of assembling them. */
export class InstructionNamer {
  readonly #tables: CommonTables;
  readonly #module: CompiledModule | undefined;
  readonly #printer: TypePrinter;
  readonly #functionNames: (string | undefined)[] = [];

  /** @param module - absent for a script, which has no structs of its own */
  constructor(tables: CommonTables, module: CompiledModule | undefined, printer: TypePrinter) {
    this.#tables = tables;
    this.#module = module;
    this.#printer = printer;
  }

  /** @throws {@link MoveError} `bad_index`, `limit_exceeded` for texts of absurd length */
  name([name, ...operands]: Instruction): InstructionSpec {
    if (!opcodesByName.get(name)!.operands.startsWith("index")) return [name, ...operands];
    const [index, second] = operands;
    const [first, ...others] = this.#operands(name, Number(index));
    const all = second === undefined ? [first!, ...others] : [first!, second, ...others];
    return [name, ...all];
  }

  /** The name of a function, with its module. @throws {@link MoveError} `bad_index`, `limit_exceeded` */
  functionName(index: number): string {
    let text = this.#functionNames[index];
    if (text === undefined) {
      const { module, name } = entryOf(this.#tables.functionHandles, index);
      const { identifiers, moduleHandles } = this.#tables;
      text = `${this.#printer.module(moduleHandles[module]!)}::${identifiers[name]!}`;
      this.#functionNames[index] = text;
    }
    this.#printer.count(text.length);
    return text;
  }

  /** The name of a struct that the module defines. @throws {@link MoveError} as {@link functionName} */
  structName(index: number): string {
    const { handle } = entryOf(this.#module?.structDefinitions, index);
    return this.#identifier(this.#tables.structHandles[handle]!.name);
  }

  #operands(name: string, index: number): readonly InstructionOperandSpec[] {
    if (name === "ld_const") {
      const { type, data } = entryOf(this.#tables.constants, index);
      this.#printer.count(2 * data.length);
      return [this.#printer.type(type), data];
    }
    if (name.startsWith("vec_") || name === "call_closure") return [entryOf(this.#signature(index), 0)];
    if (!name.endsWith(genericMark)) return this.#target(name, index);
    const plain = name.slice(0, -genericMark.length);
    const { target, typeArgs } = entryOf(this.#instantiations(plain), index);
    return [...this.#target(plain, target), ...this.#signature(typeArgs)];
  }

  #instantiations(plain: string): readonly Instantiation[] | undefined {
    if (plain === "call" || plain === "pack_closure") return this.#tables.functionInstantiations;
    if (plain.endsWith("_variant_field")) return this.#module?.variantFieldInstantiations;
    if (plain.endsWith("_field")) return this.#module?.fieldInstantiations;
    if (plain.endsWith("_variant")) return this.#module?.variantInstantiations;
    return this.#module?.structInstantiations;
  }

  /** The names of what an instruction without type arguments is about. */
  #target(plain: string, index: number): readonly InstructionOperandSpec[] {
    if (plain === "call" || plain === "pack_closure") return [this.functionName(index)];
    if (plain.endsWith("_variant_field")) {
      const { struct, field, variants } = entryOf(this.#module?.variantFieldHandles, index);
      const chosen = variants.map((variant) => entryOf(variantsOf(this.#content(struct)), variant));
      const fieldName = this.#fieldName(entryOf(chosen, 0).fields, field);
      return [this.structName(struct), fieldName, chosen.map(({ name }) => this.#identifier(name))];
    }
    if (plain.endsWith("_field")) {
      const { struct, field } = entryOf(this.#module?.fieldHandles, index);
      const content = this.#content(struct);
      return [this.structName(struct), this.#fieldName(content.kind === "struct" ? content.fields : undefined, field)];
    }
    if (plain.endsWith("_variant")) {
      const { struct, variant } = entryOf(this.#module?.variantHandles, index);
      return [this.structName(struct), this.#identifier(entryOf(variantsOf(this.#content(struct)), variant).name)];
    }
    return [this.structName(index)];
  }

  #content(struct: number): StructContent {
    return entryOf(this.#module?.structDefinitions, struct).content;
  }

  #fieldName(fields: readonly FieldDefinition[] | undefined, index: number): string {
    return this.#identifier(entryOf(fields, index).name);
  }

  #signature(index: number): readonly string[] {
    entryOf(this.#tables.signatures, index);
    return this.#printer.signature(index);
  }

  #identifier(index: number): string {
    const text = this.#tables.identifiers[index]!;
    this.#printer.count(text.length);
    return text;
  }
}

function variantsOf(content: StructContent) {
  return content.kind === "enum" ? content.variants : undefined;
}

/** An entry that an instruction names: decoding a module has not followed these indices. */
function entryOf<T>(table: readonly T[] | undefined, index: number): T {
  const entry = table?.[index];
  if (entry === undefined) throw new MoveError("bad_index", "an index of an instruction is out of range");
  return entry;
}
