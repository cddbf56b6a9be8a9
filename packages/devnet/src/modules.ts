import type { ModuleSpec } from "@ledger/move";
import { formatModuleId, type ModuleId } from "@ledger/types";
import { applicationModules } from "./application/modules.ts";
import { parseModule } from "./declare/module.ts";
import { DevnetError } from "./errors.ts";
import { accountModules } from "./framework/account.ts";
import { assetModules } from "./framework/asset.ts";
import { chainModules } from "./framework/chain.ts";
import { collectionModules } from "./framework/collections.ts";
import { standardModules } from "./framework/standard.ts";

/** Modules that genesis publishes together. */
export interface GenesisPackage {
  readonly name: string;
  readonly modules: readonly ModuleSpec[];
  /** Packages at `0x1` that it uses. */
  readonly dependencies: readonly string[];
}

let packages: readonly GenesisPackage[] | undefined;

/** The packages that genesis publishes; their declarations are read once, when they are first needed. */
export function genesisPackages(): readonly GenesisPackage[] {
  packages ??= [
    { name: "MoveStdlib", dependencies: [], declarations: standardModules },
    { name: "AptosStdlib", dependencies: ["MoveStdlib"], declarations: collectionModules },
    {
      name: "AptosFramework",
      dependencies: ["MoveStdlib", "AptosStdlib"],
      declarations: [...accountModules, ...assetModules, ...chainModules],
    },
    { name: "Shop", dependencies: ["AptosFramework"], declarations: applicationModules },
  ].map(({ declarations, ...rest }) => ({ ...rest, modules: declarations.map(parseModule) }));
  return packages;
}

/** @throws {@link DevnetError} `invalid_definition` for a module that genesis does not publish */
export function moduleSpec(id: ModuleId): ModuleSpec {
  const text = formatModuleId(id);
  for (const { modules } of genesisPackages()) {
    const spec = modules.find(({ address, name }) => `${address}::${name}` === text);
    if (spec !== undefined) return spec;
  }
  throw new DevnetError("invalid_definition", `no module ${text}`);
}
