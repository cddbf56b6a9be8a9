import type { CompiledModule, FunctionDefinition } from "@ledger/move";
import { bytesEqual, bytesToAddress, formatAddressLong } from "@ledger/types";
import { callFunction, checkComplexity, checkMetadataBudget, isSpecialAddress, VmError } from "@ledger/vm";
import { publishRequest } from "@ledger/vm/natives";
import type { ExecutorSession } from "../session/executor-session.ts";
import { type BundledModule, readBundle, unsatisfied } from "./bundle.ts";
import { checkUpgrade } from "./check-compatibility.ts";
import { checkEvents } from "./check-events.ts";
import { checkMetadata } from "./check-metadata.ts";
import { checkResourceGroups } from "./check-resource-groups.ts";
import { checkStability } from "./check-stability.ts";

/**
 * Publishes what the code of a session asked to publish, if it did: checks the bundle, puts it in place and runs the initialisers
 * of new modules.
 *
 * All code of the bundle is verified, and what it names in other modules.
 *
 * @throws VmError when the transaction fails for it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.11 | Specification, virtual machine 3.11}
 */
export async function publishRequested(session: ExecutorSession): Promise<void> {
  const { request } = session.vm.extension(publishRequest);
  if (request === undefined) return;
  const bundle = await readBundle(session, request);
  await chargeDependencies(session, bundle);
  const { chainId, rules } = session.vm.environment;
  if (rules.limitModuleComplexity) for (const { module, bytes } of bundle) checkComplexity(module, bytes.length);
  for (const { module } of bundle) checkStability(module, chainId);
  checkNatives(bundle);
  const missing = new Set(request.expectedModules);
  for (const { name, module } of bundle) {
    // Each is announced once.
    if (!missing.delete(name)) throw unsatisfied(`module ${name} was not announced`);
    if (request.allowedDependencies !== undefined) checkDependencies(module, request.allowedDependencies);
    if (rules.saferMetadata) checkMetadataBudget(module);
    checkMetadata(module, rules);
  }
  await checkResourceGroups(bundle, session.state, rules);
  for (const bundled of bundle) checkEvents(bundled);
  for (const name of missing) throw unsatisfied(`module ${name} is missing`);
  for (const bundled of bundle) {
    checkAddress(bundled);
    checkUpgrade(bundled, rules);
  }
  session.publish(bundle.map(({ address, name, bytes }) => ({ address, name, bytes })));
  await checkLinks(session, bundle);
  for (const published of bundle) if (published.older === undefined) await initialise(session, published);
}

/**
 * Publishing pays for the versions that it replaces and for the new ones, like for modules that are used; then for what the new ones
 * depend on, where everything is paid for ahead with all of it and with the friends.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.7 | Specification, execution 5.7}
 */
async function chargeDependencies({ vm }: ExecutorSession, bundle: readonly BundledModule[]): Promise<void> {
  const { rules } = vm.environment;
  if (!rules.paysModules) return;
  const paying = bundle.filter(({ address }) => !isSpecialAddress(formatAddressLong(address)));
  for (const { older } of paying) if (older !== undefined) vm.meter.chargeDependency(older.bytes.length);
  for (const { bytes } of paying) vm.meter.chargeDependency(bytes.length);
  const isLazy = rules.lazyLoading;
  const own = new Set(bundle.map(({ address, name }) => `${formatAddressLong(address)}::${name}`));
  for (const { module } of bundle) {
    const used = module.moduleHandles.filter((_, index) => index !== module.self);
    for (const handle of isLazy ? used : [...used, ...module.friends]) {
      const { address, name } = moduleOf(module, handle);
      if (!own.has(`${address}::${name}`)) await vm.loadAhead(address, name);
    }
  }
  if (isLazy) checkFriends(bundle);
}

/** The module that a handle names, as sessions name it. */
function moduleOf(
  { addresses, identifiers }: CompiledModule,
  handle: CompiledModule["moduleHandles"][number],
): { readonly address: string; readonly name: string } {
  return { address: formatAddressLong(bytesToAddress(addresses[handle.address]!)), name: identifiers[handle.name]! };
}

/** Friends are published together. */
function checkFriends(bundle: readonly BundledModule[]): void {
  const bundled = new Set(bundle.map(({ name }) => name));
  for (const { name, module } of bundle) {
    for (const friend of module.friends) {
      const friendName = module.identifiers[friend.name]!;
      if (!bundled.has(friendName)) {
        throw new VmError("FRIEND_NOT_FOUND_IN_MODULE_BUNDLE", `friend ${friendName} of ${name} is not in the bundle`);
      }
    }
  }
}

/** Modules belong to the account that publishes them. */
function checkAddress({ name, address, module }: BundledModule): void {
  if (!bytesEqual(module.addresses[module.moduleHandles[module.self]!.address]!, address)) {
    throw new VmError("MODULE_ADDRESS_DOES_NOT_MATCH_SENDER", `module ${name} belongs to another address`);
  }
}

function checkDependencies(module: CompiledModule, allowed: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [index, handle] of module.moduleHandles.entries()) {
    if (index === module.self) continue;
    const { address, name } = moduleOf(module, handle);
    const names = allowed.get(address);
    if (names === undefined || !(names.has("") || names.has(name))) {
      throw unsatisfied(`the package does not list ${address}::${name} among its dependencies`);
    }
  }
}

/** Only the framework has functions that the machine implements, and they are no entries. */
function checkNatives(bundle: readonly BundledModule[]): void {
  for (const { address, name, module } of bundle) {
    const isSpecial = isSpecialAddress(formatAddressLong(address));
    if (module.functionDefinitions.some(({ code, isEntry }) => code === undefined && (isEntry || !isSpecial))) {
      throw new VmError("USER_DEFINED_NATIVE_NOT_ALLOWED", `module ${name} declares native functions`);
    }
  }
}

/** Every module is valid and links with what it depends on, and friends are there: in the order of their names. */
async function checkLinks({ vm }: ExecutorSession, bundle: readonly BundledModule[]): Promise<void> {
  const isLazy = vm.environment.rules.lazyLoading;
  const byName = [...bundle].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { address, name, module } of byName) {
    await vm.linkModule(formatAddressLong(address), name);
    if (isLazy) continue;
    for (const friend of module.friends) {
      const owner = moduleOf(module, friend);
      await vm.loadAhead(owner.address, owner.name);
    }
  }
}

const initialiserName = "init_module";

/** Runs the initialiser of a new module, if it has one. */
async function initialise({ vm }: ExecutorSession, { address, name, module }: BundledModule): Promise<void> {
  const definition = module.functionDefinitions.find(
    ({ handle }) => module.identifiers[module.functionHandles[handle]!.name] === initialiserName,
  );
  if (definition === undefined) return;
  if (!isInitialiser(module, definition)) {
    if (!vm.environment.rules.strictInitialisers) return;
    throw new VmError("INVALID_INIT_MODULE", `${initialiserName} of ${name} must be private and take only a signer`);
  }
  const id = { address, module: name, name: initialiserName };
  const outcome = await callFunction(vm, id, [], [{ signer: address }]);
  if (outcome.kind === "failed") throw outcome.error;
}

function isInitialiser(module: CompiledModule, { handle, visibility }: FunctionDefinition): boolean {
  const { params, returns, typeParameters } = module.functionHandles[handle]!;
  const [parameter, ...others] = module.signatures[params]!;
  const type = parameter?.kind === "Reference" ? parameter.value : parameter;
  return (
    visibility === "private" &&
    typeParameters.length === 0 &&
    module.signatures[returns]!.length === 0 &&
    others.length === 0 &&
    type?.kind === "Signer"
  );
}
