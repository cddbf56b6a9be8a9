import { checkModule } from "./check-bounds.ts";
import type { CompiledModule } from "./compiled-module.ts";
import { binaryLimits } from "./limits.ts";
import { readFunctionDefinition, readStructDefinition } from "./read-definitions.ts";
import { readIndex } from "./read-handles.ts";
import { readCommonTables, readDirectory, readInstantiation, readModuleHandle, readTable } from "./read-tables.ts";

/**
 * Reads a module.
 *
 * All tables are parsed and every index outside instructions is checked; instructions are walked for their sizes and
 * operand ranges, and kept as bytes. Byte members are views of the input. Bytes after the module are ignored, as the
 * network does.
 *
 * @throws {@link MoveError} with the code of the fault, and `offset` for faults of the bytes themselves
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#1 | Specification, module format 1} to {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#7 | Specification, module format 7}
 */
export function decodeModule(bytes: Uint8Array): CompiledModule {
  return readModule(bytes).module;
}

/** The same, and whether the bytes end with the module. */
export function readModule(bytes: Uint8Array): { readonly module: CompiledModule; readonly isWhole: boolean } {
  const directory = readDirectory(bytes, "module");
  const module: CompiledModule = {
    ...readCommonTables(directory),
    structDefinitions: readTable(directory, "structDefinitions", readStructDefinition),
    structInstantiations: readTable(directory, "structInstantiations", readInstantiation),
    functionDefinitions: readTable(directory, "functionDefinitions", readFunctionDefinition),
    fieldHandles: readTable(directory, "fieldHandles", (reader) => ({
      struct: readIndex(reader),
      field: reader.uleb(binaryLimits.count),
    })),
    fieldInstantiations: readTable(directory, "fieldInstantiations", readInstantiation),
    friends: readTable(directory, "friends", readModuleHandle),
    variantFieldHandles: readTable(directory, "variantFieldHandles", (reader) => {
      const struct = readIndex(reader);
      const field = reader.uleb(binaryLimits.count);
      const variants: number[] = [];
      for (let count = reader.uleb(binaryLimits.variants); count > 0; count--) {
        variants.push(reader.uleb(binaryLimits.variants));
      }
      return { struct, field, variants };
    }),
    variantFieldInstantiations: readTable(directory, "variantFieldInstantiations", readInstantiation),
    variantHandles: readTable(directory, "variantHandles", (reader) => ({
      struct: readIndex(reader),
      variant: reader.uleb(binaryLimits.variants),
    })),
    variantInstantiations: readTable(directory, "variantInstantiations", readInstantiation),
    self: readIndex(directory.tail),
  };
  checkModule(module);
  return { module, isWhole: directory.tail.done };
}
