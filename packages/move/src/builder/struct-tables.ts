import { abilitySet } from "../binary/abilities.ts";
import type {
  FieldDefinition,
  FieldHandle,
  Instantiation,
  StructContent,
  StructDefinition,
  VariantFieldHandle,
  VariantHandle,
} from "../binary/compiled-module.ts";
import { Pool } from "./pool.ts";
import type { FieldSpec, StructSpec } from "./spec.ts";
import { instantiate, specError, type TableBuilder } from "./table-builder.ts";

const emptyStruct: readonly FieldSpec[] = [{ name: "dummy_field", type: "bool" }];

/** The tables about a module's own structs, their fields and variants. */
export class StructTables {
  readonly definitions: StructDefinition[] = [];
  readonly instantiations = new Pool<Instantiation>();
  readonly fieldHandles = new Pool<FieldHandle>();
  readonly fieldInstantiations = new Pool<Instantiation>();
  readonly variantHandles = new Pool<VariantHandle>();
  readonly variantInstantiations = new Pool<Instantiation>();
  readonly variantFieldHandles = new Pool<VariantFieldHandle>();
  readonly variantFieldInstantiations = new Pool<Instantiation>();
  readonly #specs: readonly StructSpec[];
  readonly #tables: TableBuilder;

  constructor(specs: readonly StructSpec[], tables: TableBuilder) {
    this.#specs = specs;
    this.#tables = tables;
    // All handles come first: fields may name structs that are defined later.
    const handles = specs.map((spec) =>
      tables.declareStruct(spec.name, abilitySet(spec.abilities ?? []), spec.typeParams ?? []),
    );
    specs.forEach((spec, i) => {
      this.definitions.push({ handle: handles[i]!, content: this.#content(spec) });
    });
  }

  /** Index of a struct's definition. */
  definition(name: string): number {
    const index = this.#specs.findIndex((spec) => spec.name === name);
    if (index < 0) throw specError("a struct is not defined in this module");
    return index;
  }

  instantiation(name: string, typeArgs: readonly string[]): number {
    return instantiate(this.instantiations, this.definition(name), this.#tables.signature(typeArgs));
  }

  field(name: string, fieldName: string): number {
    const struct = this.definition(name);
    const field = position(this.#specs[struct]!.fields ?? emptyStruct, fieldName);
    return this.fieldHandles.intern(`${struct}/${field}`, () => ({ struct, field }));
  }

  fieldInstantiation(name: string, fieldName: string, typeArgs: readonly string[]): number {
    return instantiate(this.fieldInstantiations, this.field(name, fieldName), this.#tables.signature(typeArgs));
  }

  variant(name: string, variantName: string): number {
    const struct = this.definition(name);
    const variant = position(this.#specs[struct]!.variants ?? [], variantName);
    return this.variantHandles.intern(`${struct}/${variant}`, () => ({ struct, variant }));
  }

  variantInstantiation(name: string, variantName: string, typeArgs: readonly string[]): number {
    return instantiate(this.variantInstantiations, this.variant(name, variantName), this.#tables.signature(typeArgs));
  }

  /** A field that lies at the same position in all the named variants. */
  variantField(name: string, fieldName: string, variantNames: readonly string[]): number {
    const struct = this.definition(name);
    const specs = this.#specs[struct]!.variants ?? [];
    const variants = variantNames.map((variantName) => position(specs, variantName));
    const fields = variants.map((variant) => position(specs[variant]!.fields ?? [], fieldName));
    const [field] = fields;
    if (field === undefined || fields.some((other) => other !== field)) {
      throw specError("a field has different positions in the variants");
    }
    return this.variantFieldHandles.intern(`${struct}/${field}/${variants}`, () => ({ struct, field, variants }));
  }

  variantFieldInstantiation(
    name: string,
    fieldName: string,
    variantNames: readonly string[],
    typeArgs: readonly string[],
  ): number {
    const field = this.variantField(name, fieldName, variantNames);
    return instantiate(this.variantFieldInstantiations, field, this.#tables.signature(typeArgs));
  }

  #content(spec: StructSpec): StructContent {
    if (spec.native === true) return { kind: "native" };
    if (spec.variants === undefined) return { kind: "struct", fields: this.#fields(spec.fields ?? emptyStruct) };
    this.#tables.need(7);
    const variants = spec.variants.map((variant) => ({
      name: this.#tables.identifier(variant.name),
      fields: this.#fields(variant.fields ?? []),
    }));
    return { kind: "enum", variants };
  }

  #fields(fields: readonly FieldSpec[]): FieldDefinition[] {
    return fields.map(({ name, type }) => ({ name: this.#tables.identifier(name), type: this.#tables.token(type) }));
  }
}

function position(entries: readonly { readonly name: string }[], name: string): number {
  const index = entries.findIndex((entry) => entry.name === name);
  if (index < 0) throw specError("a field or variant is not defined");
  return index;
}
