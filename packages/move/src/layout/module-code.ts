import { formatAddress, parseStructTag, type StructTag, TypesError } from "@ledger/types";
import { type AttributeRecord, attributeKinds, type ModuleMetadata, moduleMetadata } from "../abi/metadata.ts";
import type { CompiledModule, FunctionDefinition, StructDefinition } from "../binary/compiled-module.ts";
import { decodeModule } from "../binary/module.ts";
import { MoveError } from "../errors.ts";

/** A module as layouts and calls need it: its definitions by name, parsed once for all uses. */
export class ModuleCode {
  readonly bytecode: Uint8Array;
  readonly module: CompiledModule;
  readonly #structs = new Map<string, StructDefinition>();
  readonly #functions = new Map<string, FunctionDefinition>();
  readonly #groups = new Map<string, StructTag | undefined>();
  #metadata: ModuleMetadata | undefined;

  /** @throws {@link MoveError} as {@link decodeModule} */
  constructor(bytecode: Uint8Array) {
    this.bytecode = bytecode;
    const module = decodeModule(bytecode);
    this.module = module;
    // The first definition of a name counts; verified modules have one only.
    for (const definition of module.structDefinitions) {
      setFirst(this.#structs, module.identifiers[module.structHandles[definition.handle]!.name]!, definition);
    }
    for (const definition of module.functionDefinitions) {
      setFirst(this.#functions, module.identifiers[module.functionHandles[definition.handle]!.name]!, definition);
    }
  }

  /** `0x1::coin`, as the module itself says. */
  get id(): string {
    const { moduleHandles, addresses, identifiers, self } = this.module;
    const { address, name } = moduleHandles[self]!;
    return `${formatAddress(addresses[address] as StructTag["address"])}::${identifiers[name]!}`;
  }

  get metadata(): ModuleMetadata {
    this.#metadata ??= moduleMetadata(this.module);
    return this.#metadata;
  }

  findStruct(name: string): StructDefinition | undefined {
    return this.#structs.get(name);
  }

  findFunction(name: string): FunctionDefinition | undefined {
    return this.#functions.get(name);
  }

  /**
   * The container of the resource group that a struct is a member of.
   *
   * @throws {@link MoveError} `malformed_metadata` when the attribute names no struct
   */
  resourceGroupOf(structName: string): StructTag | undefined {
    const known = this.#groups.get(structName);
    if (known !== undefined || this.#groups.has(structName)) return known;
    const group = this.#parseGroup(structName);
    if (this.#structs.has(structName)) this.#groups.set(structName, group);
    return group;
  }

  #parseGroup(structName: string): StructTag | undefined {
    const attribute = this.#structAttribute(structName, attributeKinds.resourceGroupMember);
    if (attribute === undefined) return undefined;
    try {
      return parseStructTag(attribute.args[0] ?? "");
    } catch (cause) {
      if (!(cause instanceof TypesError)) throw cause;
      throw new MoveError("malformed_metadata", "a resource group is not named by a struct tag", {}, { cause });
    }
  }

  /** True if a struct is the container of a resource group. */
  isResourceGroup(structName: string): boolean {
    return this.#structAttribute(structName, attributeKinds.resourceGroup) !== undefined;
  }

  #structAttribute(structName: string, kind: number): AttributeRecord | undefined {
    return this.metadata.structAttributes.get(structName)?.find((attribute) => attribute.kind === kind);
  }
}

function setFirst<T>(map: Map<string, T>, name: string, value: T): void {
  if (!map.has(name)) map.set(name, value);
}
