import { buildModule } from "@ledger/move";
import { moduleKey, parseAddress } from "@ledger/types";
import { describePackage } from "../application/package.ts";
import { genesisPackages } from "../modules.ts";
import { packageRegistry } from "../resources/package.ts";
import type { Session } from "../state/session.ts";

let bytecode: ReadonlyMap<string, Uint8Array> | undefined;

/** Bytecode by module id; built once, when it is first needed. */
function builtModules(): ReadonlyMap<string, Uint8Array> {
  bytecode ??= new Map(
    genesisPackages().flatMap(({ modules }) =>
      modules.map((spec) => [`${spec.address}::${spec.name}`, buildModule(spec)] as const),
    ),
  );
  return bytecode;
}

/** Publishes the framework and the application, each module at the address that it declares. */
export function publishPackages(session: Session): void {
  const built = builtModules();
  for (const { name, modules, dependencies } of genesisPackages()) {
    const owner = parseAddress(modules[0]!.address);
    for (const module of modules) {
      session.writeSlot(moduleKey(owner, module.name), built.get(`${module.address}::${module.name}`));
    }
    const { packages } = session.find(owner, packageRegistry) ?? { packages: [] };
    const described = describePackage(
      name,
      modules.map((module) => module.name),
      dependencies,
    );
    session.write(owner, packageRegistry, { packages: [...packages, described] });
  }
}
