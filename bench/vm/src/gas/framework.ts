import {
  type CompiledModule,
  decodeModule,
  encodeModule,
  type FunctionImportSpec,
  listAbilities,
  type MoveFunctionAbi,
  moduleAbi,
  type StructImportSpec,
} from "@ledger/move";
import { bytesToHex, decodeStateKey, deriveGenesis, formatModuleId, Path, type StateView } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";

const structName = /(0x[0-9a-f]+::\w+)::(\w+)/g;

/** The newest framework in the repository, with its natives made callable from any module. */
export class Framework {
  /** Modules by `0x1::name`. */
  readonly #modules = new Map<string, CompiledModule>();
  readonly #items = new Map<string, Uint8Array>();

  constructor() {
    const { writes } = deriveGenesis(readVectorBytes("genesis/devnet.genesis.blob"));
    for (const { key, value } of writes) {
      if (value === undefined) continue;
      this.#items.set(bytesToHex(key), value);
      const id = moduleId(key);
      if (id === undefined) continue;
      const module = withPublicNatives(decodeModule(value));
      this.#modules.set(id, module);
      this.#items.set(bytesToHex(key), encodeModule(module));
    }
  }

  /** The state after genesis. */
  readonly state: StateView = {
    get: (key) => {
      const bytes = this.#items.get(bytesToHex(key));
      return bytes && { bytes };
    },
  };

  /** A function as another module declares it; undefined where the framework has none of the name. */
  function(name: string): MoveFunctionAbi | undefined {
    const [id, own] = split(name);
    const module = this.#modules.get(id);
    return module && moduleAbi(module).exposed_functions.find((declared) => declared.name === own);
  }

  /** How to import functions. */
  imports(names: readonly string[]): FunctionImportSpec[] {
    return names.map((name) => {
      const { generic_type_params, params, return: returns } = this.function(name)!;
      return { function: name, typeParams: generic_type_params, params, returns };
    });
  }

  /** How to import every struct that texts of types name. */
  structs(types: readonly string[]): StructImportSpec[] {
    const names = new Set(types.flatMap((text) => [...text.matchAll(structName)].map(([name]) => name)));
    return [...names].flatMap((type) => {
      const [id, own] = split(type);
      const module = this.#modules.get(id);
      const handle = module?.structDefinitions
        .map((definition) => module.structHandles[definition.handle]!)
        .find((declared) => module.identifiers[declared.name] === own);
      if (handle === undefined) return [];
      const typeParams = handle.typeParameters.map(({ constraints, phantom }) => ({
        constraints: listAbilities(constraints),
        phantom,
      }));
      return [{ type, abilities: listAbilities(handle.abilities), typeParams }];
    });
  }
}

function moduleId(key: Uint8Array): string | undefined {
  const decoded = decodeStateKey(key);
  const path = decoded.kind === "AccessPath" ? Path.decode(decoded.value.path) : undefined;
  return path?.kind === "Code" ? formatModuleId(path.value) : undefined;
}

function withPublicNatives(module: CompiledModule): CompiledModule {
  return {
    ...module,
    functionDefinitions: module.functionDefinitions.map((definition) =>
      definition.code === undefined ? { ...definition, visibility: "public" } : definition,
    ),
  };
}

function split(name: string): readonly [module: string, own: string] {
  const at = name.lastIndexOf("::");
  return [name.slice(0, at), name.slice(at + 2)];
}
