import { type CompiledModule, decodeModule, type FunctionDefinition, MoveError } from "@ledger/move";
import { bytesEqual, bytesToAddress, formatAddressLong, moduleKey, parseAddress } from "@ledger/types";
import { callFunction, feature, isSpecialAddress, VmError } from "@ledger/vm";
import { type PublishRequest, publishRequest } from "@ledger/vm/natives";
import type { ExecutorSession } from "../session/executor-session.ts";
import type { PublishedModule } from "../session/session-changes.ts";
import { checkCompatibility } from "./check-compatibility.ts";
import { moduleInterface } from "./module-interface.ts";

/** A module of a request, decoded. */
interface BundledModule extends PublishedModule {
  readonly module: CompiledModule;
  /** The version that it replaces. */
  readonly older: Uint8Array | undefined;
}

/**
 * Publishes what the code of a session asked to publish, if it did: checks the bundle, puts it in place and runs the initialisers
 * of new modules.
 *
 * All code of the bundle is verified, and what it names in other modules. What the ledger charges its own verifier's work with
 * (a meter, a budget of complexity) is not.
 *
 * @throws VmError when the transaction fails for it
 * @see Ledger specification, execution §2.8; Move VM §3.11
 */
export async function publishRequested(session: ExecutorSession): Promise<void> {
  const { request } = session.vm.extension(publishRequest);
  if (request === undefined) return;
  const bundle = await readBundle(session, request);
  chargeDependencies(session, bundle);
  checkNames(request, bundle);
  checkNatives(bundle);
  checkUpgrades(session, request, bundle);
  session.publish(bundle.map(({ address, name, bytes }) => ({ address, name, bytes })));
  await checkLinks(session, bundle);
  for (const published of bundle) if (published.older === undefined) await initialise(session, published);
}

async function readBundle(session: ExecutorSession, { owner, modules }: PublishRequest): Promise<BundledModule[]> {
  const { maxBinaryVersion } = session.vm.environment.features;
  const address = parseAddress(owner);
  const bundle: BundledModule[] = [];
  for (const bytes of modules) {
    const module = decode(bytes, maxBinaryVersion);
    const name = module.identifiers[module.moduleHandles[module.self]!.name]!;
    const stored = await session.state.read(moduleKey(address, name));
    bundle.push({ address, name, bytes, module, older: stored?.value });
  }
  return bundle;
}

function decode(bytes: Uint8Array, maxBinaryVersion: number): CompiledModule {
  try {
    const module = decodeModule(bytes);
    if (module.version <= maxBinaryVersion) return module;
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `a module does not decode: ${error.message}`);
  }
  throw new VmError(
    "CODE_DESERIALIZATION_ERROR",
    `modules of this version are not enabled (up to ${maxBinaryVersion})`,
  );
}

/**
 * Publishing pays for the versions that it replaces and for the new ones, like for modules that are used; then for what the new
 * ones depend on, which linking loads.
 *
 * @see Ledger specification, execution §2.8, §5.7
 */
function chargeDependencies({ vm }: ExecutorSession, bundle: readonly BundledModule[]): void {
  const paying = bundle.filter(({ address }) => !isSpecialAddress(formatAddressLong(address)));
  for (const { older } of paying) if (older !== undefined) vm.meter.chargeDependency(older.length);
  for (const { bytes } of paying) vm.meter.chargeDependency(bytes.length);
}

/** Every announced module is there, and no other. */
function checkNames({ expectedModules, allowedDependencies }: PublishRequest, bundle: readonly BundledModule[]): void {
  const names = new Set<string>();
  for (const { name, address, module } of bundle) {
    const self = module.moduleHandles[module.self]!;
    if (!expectedModules.has(name)) throw unsatisfied(`module ${name} was not announced`);
    if (names.has(name)) throw new VmError("DUPLICATE_MODULE_NAME", `module ${name} is published twice`);
    if (!bytesEqual(module.addresses[self.address]!, address)) {
      throw new VmError("MODULE_ADDRESS_DOES_NOT_MATCH_SENDER", `module ${name} belongs to another address`);
    }
    names.add(name);
    if (allowedDependencies !== undefined) checkDependencies(module, allowedDependencies);
  }
  for (const name of expectedModules) if (!names.has(name)) throw unsatisfied(`module ${name} is missing`);
}

function checkDependencies(module: CompiledModule, allowed: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [index, handle] of module.moduleHandles.entries()) {
    if (index === module.self) continue;
    const account = formatAddressLong(bytesToAddress(module.addresses[handle.address]!));
    const names = allowed.get(account);
    const name = module.identifiers[handle.name]!;
    if (names === undefined || !(names.has("") || names.has(name))) {
      throw unsatisfied(`the package does not list ${account}::${name} among its dependencies`);
    }
  }
}

/** Only the framework has functions that the machine implements. */
function checkNatives(bundle: readonly BundledModule[]): void {
  for (const { address, name, module } of bundle) {
    if (isSpecialAddress(formatAddressLong(address))) continue;
    const hasNatives =
      module.functionDefinitions.some(({ code }) => code === undefined) ||
      module.structDefinitions.some(({ content }) => content.kind === "native");
    if (hasNatives) throw new VmError("USER_DEFINED_NATIVE_NOT_ALLOWED", `module ${name} declares natives`);
  }
}

function checkUpgrades({ vm }: ExecutorSession, _request: PublishRequest, bundle: readonly BundledModule[]): void {
  const { features, timedFeatures } = vm.environment;
  const rules = {
    friendsArePrivate: features.has(feature.treatFriendAsPrivate),
    entryFunctionsCount: timedFeatures.has("EntryCompatibility"),
  };
  for (const { older, module } of bundle) {
    if (older !== undefined) checkCompatibility(moduleInterface(decodeModule(older)), moduleInterface(module), rules);
  }
}

/** Every module links with what it depends on, and friends are there. */
async function checkLinks({ vm }: ExecutorSession, bundle: readonly BundledModule[]): Promise<void> {
  const isLazy = vm.environment.features.has(feature.lazyLoading);
  const bundled = new Set(bundle.map(({ name }) => name));
  for (const { address, name, module } of bundle) {
    await vm.linkModule(formatAddressLong(address), name);
    for (const friend of module.friends) {
      const friendName = module.identifiers[friend.name]!;
      if (isLazy && !bundled.has(friendName)) {
        throw new VmError("FRIEND_NOT_FOUND_IN_MODULE_BUNDLE", `friend ${friendName} of ${name} is not in the bundle`);
      }
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
    throw new VmError("INVALID_INIT_MODULE", `${initialiserName} of ${name} must be private, with a signer only`);
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

function unsatisfied(reason: string): VmError {
  return new VmError("CONSTRAINT_NOT_SATISFIED", reason);
}
