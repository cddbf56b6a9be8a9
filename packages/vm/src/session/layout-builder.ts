import type { FieldDefinition } from "@ledger/move";
import type { Awaitable } from "@ledger/types";
import type { LoadedModule } from "../code/loaded-module.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { FieldLayout, ValueLayout } from "../value/layout.ts";
import type { CachedLayout } from "./code-cache.ts";
import type { CodeView } from "./code-view.ts";

/** Thrown inside this file only: a module has to be waited for. */
class Waiting extends Error {
  readonly module: Promise<LoadedModule>;

  constructor(module: Promise<LoadedModule>) {
    super("waiting for a module");
    this.module = module;
  }
}

/**
 * Makes the layouts of types. Where a module has to be waited for, it begins again with that module at hand: making layouts
 * changes nothing but what is cached.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.9 | Specification, virtual machine 1.9}
 */
export class LayoutBuilder {
  readonly #code: CodeView;
  readonly #maxNodes: number;
  readonly #maxDepth: number;
  /** True if a struct instance that occurs again counts once. */
  readonly #countsOnce: boolean;

  constructor(code: CodeView, maxNodes: number, maxDepth: number, countsOnce: boolean) {
    this.#code = code;
    this.#maxNodes = maxNodes;
    this.#maxDepth = maxDepth;
    this.#countsOnce = countsOnce;
  }

  /** @throws {@link VmError} `TOO_MANY_TYPE_NODES`, `VM_MAX_VALUE_DEPTH_REACHED`, `TYPE_RESOLUTION_FAILURE`, `LINKER_ERROR` */
  layout(type: Type): Awaitable<ValueLayout> {
    try {
      const found = this.#find(type, 1);
      const { layout } = found;
      found.nodes ??= countNodes(layout, this.#countsOnce ? new Set() : undefined, this.#maxNodes);
      if (found.nodes > this.#maxNodes) {
        throw new VmError("TOO_MANY_TYPE_NODES", `the layout of ${type.text} is too large`);
      }
      return layout;
    } catch (error) {
      if (!(error instanceof Waiting)) throw error;
      return error.module.then(() => this.layout(type));
    }
  }

  #find(type: Type, depth: number): CachedLayout {
    if (type.kind in primitiveTypes) return { layout: type as unknown as ValueLayout, modules: [] };
    if (depth > this.#maxDepth) throw new VmError("VM_MAX_VALUE_DEPTH_REACHED", "a type's layout is nested too deeply");
    const { layouts } = this.#code.cache;
    const known = layouts.get(type);
    if (known?.modules.every((module) => this.#isCurrent(module)) === true) return known;
    const made = this.#make(type, depth);
    layouts.set(type, made);
    return made;
  }

  #isCurrent(module: LoadedModule): boolean {
    return this.#code.isConfirmed(module) || this.#module(module.name.address, module.name.name) === module;
  }

  #module(address: string, name: string): LoadedModule {
    const module = this.#code.load(address, name);
    if (module instanceof Promise) throw new Waiting(module);
    return module;
  }

  #make(type: Type, depth: number): CachedLayout {
    switch (type.kind) {
      case "Vector": {
        const { layout, modules } = this.#find(type.element, depth + 1);
        return { layout: { kind: "Vector", element: layout }, modules };
      }
      case "Function":
        return { layout: { kind: "Function" }, modules: [] };
      case "Struct":
        return this.#struct(type, depth);
      default:
        throw new VmError("VALUE_SERIALIZATION_ERROR", `${type.text} has no layout`);
    }
  }

  #struct(type: StructType, depth: number): CachedLayout {
    const module = this.#module(type.address, type.module);
    const content = module.findStruct(type.name)?.content;
    if (content === undefined || content.kind === "native") {
      throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} does not exist`);
    }
    const modules = new Set([module]);
    const fieldsOf = (definitions: readonly FieldDefinition[]): FieldLayout[] =>
      definitions.map((field) => {
        const { types } = this.#code.cache;
        const fieldType = types.substitute(types.ofToken(module.compiled, field.type), type.typeArgs);
        const found = this.#find(fieldType, depth + 1);
        for (const used of found.modules) modules.add(used);
        return { name: module.compiled.identifiers[field.name]!, layout: found.layout };
      });
    if (content.kind === "struct") {
      // The verifier allows no struct without fields: values that take no bytes would make short inputs long.
      if (content.fields.length === 0)
        throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} has no fields`);
      const layout: ValueLayout = { kind: "Struct", type, fields: fieldsOf(content.fields) };
      return { layout, modules: [...modules] };
    }
    const variants = content.variants.map((variant) => ({
      name: module.compiled.identifiers[variant.name]!,
      fields: fieldsOf(variant.fields),
    }));
    return { layout: { kind: "Enum", type, variants }, modules: [...modules] };
  }
}

/** Nodes of a layout; what exceeds the limit is not counted to the end. */
function countNodes(layout: ValueLayout, seen: Set<ValueLayout> | undefined, limit: number): number {
  if (layout.kind === "Vector") return 1 + countNodes(layout.element, seen, limit - 1);
  if (layout.kind !== "Struct" && layout.kind !== "Enum") return 1;
  if (seen?.has(layout) === true) return 0;
  seen?.add(layout);
  let count = 1;
  const groups = layout.kind === "Struct" ? [layout.fields] : layout.variants.map((variant) => variant.fields);
  for (const fields of groups) {
    for (const field of fields) {
      if (count > limit) return count;
      count += countNodes(field.layout, seen, limit - count);
    }
  }
  return count;
}
