import type { CommonTables } from "@ledger/move";
import { type Address, formatAddressLong } from "@ledger/types";
import { type AddressText, moduleKey } from "../address.ts";
import type { ModuleName } from "../status/vm-error.ts";
import type { StructAbilities } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";

/** Tables of a module or script with the types that they spell. */
export class CodeTables {
  readonly tables: CommonTables;
  readonly types: TypeTable;
  readonly #signatures = new Map<number, readonly Type[]>();
  readonly #structs = new Map<string, StructAbilities>();

  constructor(tables: CommonTables, types: TypeTable) {
    this.tables = tables;
    this.types = types;
    for (const handle of tables.structHandles) {
      const { address, name } = this.moduleName(handle.module);
      this.#structs.set(`${moduleKey(address, name)}::${tables.identifiers[handle.name]!}`, handle);
    }
  }

  /** The types of a signature. */
  signature(index: number): readonly Type[] {
    let types = this.#signatures.get(index);
    if (types === undefined) {
      types = this.tables.signatures[index]!.map((token) => this.types.ofToken(this.tables, token));
      this.#signatures.set(index, types);
    }
    return types;
  }

  /** An address of the pool. */
  addressOf(index: number): AddressText {
    return formatAddressLong(this.tables.addresses[index] as Address);
  }

  /** The module that a handle names. */
  moduleName(handle: number): ModuleName {
    const { address, name } = this.tables.moduleHandles[handle]!;
    return {
      address: this.addressOf(address),
      name: this.tables.identifiers[name]!,
    };
  }

  /** How the tables declare a struct that they mention. */
  structDeclaration(type: StructType): StructAbilities | undefined {
    return this.#structs.get(`${moduleKey(type.address, type.module)}::${type.name}`);
  }
}
