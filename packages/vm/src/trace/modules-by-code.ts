import { type CompiledModule, decodeModule } from "@ledger/move";
import { bytesToHex, sha3_256 } from "@ledger/types";

/** Counts of modules, by the hash of their bytecode: the same module may have many versions in one run. */
export class ModulesByCode<Counted> {
  readonly #make: (module: CompiledModule, id: string) => Counted;
  readonly #byHash = new Map<string, Counted>();
  readonly #byBytecode = new WeakMap<Uint8Array, Counted>();

  /** @param make - called with a module that is met first, and its name as `0x1::coin` */
  constructor(make: (module: CompiledModule, id: string) => Counted) {
    this.#make = make;
  }

  /** By the hash of the bytecode, as hex. */
  get entries(): Iterable<readonly [hash: string, counted: Counted]> {
    return this.#byHash;
  }

  /** The counts of a module, new ones where it is met first. @throws MoveError for bytes that are no module */
  of(bytecode: Uint8Array): Counted {
    let counted = this.#byBytecode.get(bytecode);
    if (counted !== undefined) return counted;
    const hash = bytesToHex(sha3_256(bytecode));
    counted = this.#byHash.get(hash) ?? this.#prepare(bytecode);
    this.#byHash.set(hash, counted);
    this.#byBytecode.set(bytecode, counted);
    return counted;
  }

  #prepare(bytecode: Uint8Array): Counted {
    const module = decodeModule(bytecode);
    const { address, name } = module.moduleHandles[module.self]!;
    const owner = bytesToHex(module.addresses[address]!).replace(/^0{1,63}/, "");
    return this.#make(module, `0x${owner}::${module.identifiers[name]!}`);
  }
}

/** Names of the functions of a module, in its own order. */
export function functionNames({ functionDefinitions, functionHandles, identifiers }: CompiledModule): string[] {
  return functionDefinitions.map(({ handle }) => identifiers[functionHandles[handle]!.name]!);
}
