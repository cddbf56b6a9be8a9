import { buildModule, type ModuleSpec } from "@ledger/move";
import { formatModuleId, type ModuleId, parseAddress } from "@ledger/types";
import { applicationModules } from "./application/modules.ts";
import { parseModule } from "./declare/module.ts";
import { DevnetError } from "./errors.ts";
import { accountModules } from "./framework/account.ts";
import { assetModules } from "./framework/asset.ts";
import { chainModules } from "./framework/chain.ts";
import { collectionModules } from "./framework/collections.ts";
import { standardModules } from "./framework/standard.ts";

let specs: ReadonlyMap<string, ModuleSpec> | undefined;

/** Everything that genesis publishes, by module id; read once, when it is first needed. */
function moduleSpecs(): ReadonlyMap<string, ModuleSpec> {
  specs ??= new Map(
    [standardModules, collectionModules, accountModules, assetModules, chainModules, applicationModules]
      .flat()
      .map(parseModule)
      .map((spec) => [`${spec.address}::${spec.name}`, spec]),
  );
  return specs;
}

/** A module as it is published. */
export interface BuiltModule {
  readonly id: ModuleId;
  readonly code: Uint8Array;
}

let modules: readonly BuiltModule[] | undefined;

/** The modules that genesis publishes; built once, when they are first needed. */
export function genesisModules(): readonly BuiltModule[] {
  modules ??= [...moduleSpecs().values()].map((spec) => ({
    id: { address: parseAddress(spec.address), name: spec.name },
    code: buildModule(spec),
  }));
  return modules;
}

/** @throws {@link DevnetError} `invalid_definition` for a module that genesis does not publish */
export function moduleSpec(id: ModuleId): ModuleSpec {
  const spec = moduleSpecs().get(formatModuleId(id));
  if (spec === undefined) throw new DevnetError("invalid_definition", `no module ${formatModuleId(id)}`);
  return spec;
}
