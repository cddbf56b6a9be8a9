import type { Awaitable } from "@ledger/types";
import {
  type Address,
  formatCanonicalTypeTag,
  formatModuleId,
  formatStructTag,
  type StructTag,
  type TypeTag,
} from "@ledger/types";
import { isFrameworkAddress, isOptionEnum } from "../abi/option-enum.ts";
import type { FieldDefinition, StructContent } from "../binary/compiled-module.ts";
import { MoveError } from "../errors.ts";
import { EnumNode } from "./enum-node.ts";
import type { LayoutField } from "./field-group.ts";
import { FunctionNode } from "./function-node.ts";
import { countTagNodes, instantiateToken } from "./instantiate-token.ts";
import { Layout } from "./layout.ts";
import type { LayoutNode } from "./layout-node.ts";
import { BytesNode, StringNode } from "./leaf-nodes.ts";
import { layoutLimits } from "./limits.ts";
import type { ModuleCode } from "./module-code.ts";
import type { CodeEra, LayoutDependency, LayoutEntry, MoveCache } from "./move-cache.ts";
import { OptionNode } from "./option-node.ts";
import { primitiveNodes } from "./primitive-nodes.ts";
import { StructNode } from "./struct-node.ts";
import { TableNode } from "./table-node.ts";
import { VectorNode } from "./vector-node.ts";

/** Finds the code of a module in the state that layouts are wanted for. */
export type FindCode = (address: Address, name: string) => Awaitable<ModuleCode | undefined>;

/** The cost that one type may still have, and the types that are being built around the current one. */
interface Build {
  readonly open: Set<string>;
  steps: number;
}

/** The content of a struct, with the module it came from and the fields' types filled in. */
interface StructSource {
  readonly tag: StructTag;
  readonly code: ModuleCode;
  readonly content: Exclude<StructContent, { kind: "native" }>;
  readonly isOption: boolean;
}

const none: ReadonlyMap<string, LayoutDependency> = new Map();

/**
 * Builds layouts from modules, each struct instance once, and takes from the cache what was built before from the same
 * modules.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#5.1 | Specification, Move values 5.1}
 */
export class LayoutResolver {
  readonly #findCode: FindCode;
  readonly #cache: MoveCache;
  readonly #era: CodeEra;

  constructor(findCode: FindCode, cache: MoveCache, era: CodeEra) {
    this.#findCode = findCode;
    this.#cache = cache;
    this.#era = era;
  }

  /**
   * The layout of a type.
   *
   * @throws {@link MoveError} `module_not_found`, `struct_not_found`, `type_argument_count`, `type_without_values`,
   * `cyclic_layout`, `layout_too_large`, `malformed_module`
   */
  async resolve(tag: TypeTag): Promise<LayoutEntry> {
    return this.#resolve(tag, { open: new Set(), steps: layoutLimits.steps });
  }

  /** The layout of a type that needs no look at any module, because this state's code has settled it before. */
  settled(tag: TypeTag): LayoutEntry | undefined {
    return this.#era.layouts.get(formatCanonicalTypeTag(tag));
  }

  async #resolve(tag: TypeTag, build: Build): Promise<LayoutEntry> {
    const type = formatCanonicalTypeTag(tag);
    const settled = this.#era.layouts.get(type);
    if (settled !== undefined) return settled;
    const entry = (await this.#findCached(type)) ?? (await this.#build(tag, type, build));
    this.#era.layouts.set(type, entry);
    return entry;
  }

  async #findCached(type: string): Promise<LayoutEntry | undefined> {
    for (const entry of this.#cache.layoutsOf(type)) if (await this.#isCurrent(entry)) return entry;
    return undefined;
  }

  async #isCurrent(entry: LayoutEntry): Promise<boolean> {
    for (const { address, name, code } of entry.dependencies.values()) {
      if ((await this.#findCode(address, name)) !== code) return false;
    }
    return true;
  }

  async #build(tag: TypeTag, type: string, build: Build): Promise<LayoutEntry> {
    switch (tag.kind) {
      case "Vector":
        return this.#finish(type, await this.#vector(tag.value, build));
      case "Struct":
        return this.#finish(type, await this.#struct(tag.value, type, build));
      case "Function":
        return this.#finish(type, { node: new FunctionNode(), dependencies: none });
      case "Signer":
        throw new MoveError("type_without_values", "a signer has no stored value", { subject: type });
      default:
        return this.#finish(type, { node: primitiveNodes[tag.kind], dependencies: none });
    }
  }

  #finish(type: string, { node, dependencies }: Omit<LayoutEntry, "layout">): LayoutEntry {
    if (node.depth > layoutLimits.depth || node.unfolded > layoutLimits.unfoldedNodes) {
      throw tooLarge(type);
    }
    const entry = { node, dependencies, layout: new Layout(type, node) };
    this.#cache.addLayout(type, entry);
    return entry;
  }

  async #vector(item: TypeTag, build: Build): Promise<Omit<LayoutEntry, "layout">> {
    if (item.kind === "U8") return { node: new BytesNode(), dependencies: none };
    const { node, dependencies } = await this.#resolve(item, build);
    return { node: new VectorNode(node), dependencies };
  }

  async #struct(tag: StructTag, type: string, build: Build): Promise<Omit<LayoutEntry, "layout">> {
    if (build.open.has(type)) throw new MoveError("cyclic_layout", "a struct contains itself", { subject: type });
    if (build.open.size >= layoutLimits.depth) throw tooLarge(type);
    const source = await this.#source(tag, type);
    build.open.add(type);
    const dependencies = new Map([
      [
        formatModuleId({ address: tag.address, name: tag.module }),
        { address: tag.address, name: tag.module, code: source.code },
      ],
    ]);
    const node = await this.#content(source, build, dependencies);
    build.open.delete(type);
    return { node, dependencies };
  }

  async #source(tag: StructTag, type: string): Promise<StructSource> {
    const moduleText = formatModuleId({ address: tag.address, name: tag.module });
    const code = await this.#findCode(tag.address, tag.module);
    if (code === undefined) {
      throw new MoveError("module_not_found", `module ${moduleText} does not exist`, { subject: moduleText });
    }
    const definition = code.findStruct(tag.name);
    if (definition === undefined) {
      throw new MoveError("struct_not_found", `${moduleText} has no struct of this name`, { subject: type });
    }
    const parameters = code.module.structHandles[definition.handle]!.typeParameters.length;
    if (tag.typeArgs.length !== parameters) {
      throw new MoveError("type_argument_count", `the struct has ${parameters} type parameters`, {
        subject: type,
        expected: `${parameters}`,
        actual: tag.typeArgs.length,
      });
    }
    const { content } = definition;
    if (content.kind === "native") {
      throw new MoveError("type_without_values", "a native struct has no known layout", { subject: type });
    }
    return { tag, code, content, isOption: isOptionEnum(code.module, definition) };
  }

  async #content(source: StructSource, build: Build, dependencies: Map<string, LayoutDependency>): Promise<LayoutNode> {
    const { tag, content, isOption } = source;
    if (content.kind === "struct") {
      // The verifier allows none: without this, one byte of input could print a page.
      if (content.fields.length === 0) {
        throw new MoveError("type_without_values", "a struct has no fields", { subject: formatStructTag(tag) });
      }
      const fields = await this.#fields(source, content.fields, build, dependencies);
      return specialStruct(tag, fields) ?? new StructNode(fields.map(({ name, node }) => ({ name, node })));
    }
    const variants = [];
    for (const variant of content.variants) {
      const name = source.code.module.identifiers[variant.name]!;
      variants.push({ name, fields: await this.#fields(source, variant.fields, build, dependencies) });
    }
    const [empty, some] = variants;
    if (isOption && empty?.fields.length === 0 && some?.fields.length === 1) {
      const [{ node, tag: item }] = some.fields as [ResolvedField];
      return new OptionNode(node, "enum", item.kind === "U8");
    }
    return new EnumNode(variants);
  }

  async #fields(
    { tag, code }: StructSource,
    fields: readonly FieldDefinition[],
    build: Build,
    dependencies: Map<string, LayoutDependency>,
  ): Promise<ResolvedField[]> {
    const resolved: ResolvedField[] = [];
    for (const field of fields) {
      const name = code.module.identifiers[field.name]!;
      const fieldTag = instantiateToken(code.module, field.type, tag.typeArgs);
      build.steps -= 1 + countTagNodes(fieldTag) + (name.length >> 3);
      if (build.steps < 0) throw tooLarge(formatStructTag(tag));
      const entry = await this.#resolve(fieldTag, build);
      for (const [key, dependency] of entry.dependencies) dependencies.set(key, dependency);
      resolved.push({ name, node: entry.node, tag: fieldTag });
    }
    return resolved;
  }
}

interface ResolvedField extends LayoutField {
  readonly tag: TypeTag;
}

/** The structs of the framework that are more than their fields: two are not printed as structs, and tables are found in values. */
function specialStruct(tag: StructTag, fields: readonly ResolvedField[]): LayoutNode | undefined {
  const [field] = fields;
  if (fields.length !== 1 || field === undefined || !isFrameworkAddress(tag.address)) return undefined;
  if (tag.module === "string" && tag.name === "String" && field.node instanceof BytesNode) return new StringNode();
  if (tag.module === "table" && tag.name === "Table" && field.node === primitiveNodes.Address) {
    const [keyType, valueType] = tag.typeArgs;
    return keyType && valueType && new TableNode(fields, keyType, valueType);
  }
  if (tag.module !== "option" || tag.name !== "Option" || field.name !== "vec") return undefined;
  if (field.node instanceof BytesNode) return new OptionNode(primitiveNodes.U8, "struct", true);
  return field.node instanceof VectorNode ? new OptionNode(field.node.item, "struct", false) : undefined;
}

function tooLarge(type: string): MoveError {
  return new MoveError("layout_too_large", "a type has too many or too deeply nested parts", { subject: type });
}
