import { type CompiledModule, decodeModule, readModuleMetadata } from "@ledger/move";
import { bytesEqual, formatAddress, moduleKey, type StateView, type StructTag } from "@ledger/types";
import type { Rules } from "@ledger/vm";
import { type BundledModule, unsatisfied } from "./bundle.ts";
import { type GroupScope, isNarrower, isSameGroup, type ModuleGroups, readGroups } from "./group-attributes.ts";

/**
 * Checks the resource groups of a bundle: what is stored under them must still be found after an upgrade, and new members belong to groups
 * that exist and let them in.
 *
 * @param state - where the containers of other packages are
 * @throws VmError `CONSTRAINT_NOT_SATISFIED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, step 5
 */
export async function checkResourceGroups(
  bundle: readonly BundledModule[],
  state: StateView,
  rules: Rules,
): Promise<void> {
  const isSafer = rules.saferResourceGroups;
  /** Containers by module: those of the bundle as they will be. */
  const known = new Map<string, ModuleGroups["scopes"]>();
  const joining: { readonly module: BundledModule; readonly container: StructTag }[] = [];
  for (const bundled of bundle) {
    const groups = readGroups(readModuleMetadata(bundled.module));
    const joined = checkChange(groups, bundled.older?.module, isSafer);
    known.set(moduleId(bundled), groups.scopes);
    joining.push(...joined.map((container) => ({ module: bundled, container })));
  }
  for (const { module, container } of joining) {
    const id = moduleId({ address: container.address, name: container.module });
    const scopes = known.get(id) ?? (await readScopes(container, state));
    known.set(id, scopes);
    const scope = scopes.get(container.name);
    if (scope === undefined) throw unsatisfied(`${id}::${container.name} is not the container of a resource group`);
    if (!isLetIn(module, container, scope)) {
      throw unsatisfied(`${id}::${container.name} does not accept members of ${module.name}: its scope is ${scope}`);
    }
  }
}

/**
 * Members stay where they are, and groups stay as open as they are.
 *
 * @returns the groups of members that were none before
 */
function checkChange(
  { scopes, members }: ModuleGroups,
  older: CompiledModule | undefined,
  isSafer: boolean,
): readonly StructTag[] {
  const metadata = older && readModuleMetadata(older);
  const before = readGroups(metadata);
  for (const [name, container] of before.members) {
    if (!isSameGroup(container, members.get(name))) throw unsatisfied(`${name} may not leave its resource group`);
  }
  for (const [name, scope] of before.scopes) {
    const newer = scopes.get(name);
    if (newer === undefined) throw unsatisfied(`${name} must remain the container of a resource group`);
    if (isNarrower(newer, scope))
      throw unsatisfied(`the scope of the resource group ${name} may not be narrowed from ${scope} to ${newer}`);
  }
  const joining = [...members].filter(([name]) => !before.members.has(name));
  // What is stored already would not be found in a group. Modules without metadata are not held to it.
  if (isSafer && older !== undefined && metadata !== undefined) {
    const stored = new Set(
      older.structDefinitions.map(({ handle }) => older.identifiers[older.structHandles[handle]!.name]!),
    );
    const founded = [...scopes.keys()].filter((name) => !before.scopes.has(name) && !before.members.has(name));
    const joined = joining.map(([name]) => name).filter((name) => !before.scopes.has(name));
    const changed = [...founded, ...joined].find((name) => stored.has(name));
    if (changed !== undefined)
      throw unsatisfied(`${changed} already exists outside resource groups and cannot be moved into one`);
  }
  return joining.map(([, container]) => container);
}

async function readScopes({ address, module }: StructTag, state: StateView): Promise<ModuleGroups["scopes"]> {
  const item = await state.get(moduleKey(address, module));
  return readGroups(item && readModuleMetadata(decodeModule(item.bytes))).scopes;
}

function isLetIn({ address, name }: BundledModule, container: StructTag, scope: GroupScope): boolean {
  const isOwnAccount = bytesEqual(address, container.address);
  return scope === "global" || (isOwnAccount && (scope === "address" || name === container.module));
}

function moduleId({ address, name }: Pick<BundledModule, "address" | "name">): string {
  return `${formatAddress(address)}::${name}`;
}
