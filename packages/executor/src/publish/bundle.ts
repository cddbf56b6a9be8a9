import { type CompiledModule, decodeModule, MoveError } from "@ledger/move";
import { moduleKey, parseAddress } from "@ledger/types";
import { checkDecodedModule, VmError } from "@ledger/vm";
import type { PublishRequest } from "@ledger/vm/natives";
import type { ExecutorSession } from "../session/executor-session.ts";
import type { PublishedModule } from "../session/session-changes.ts";

/** A module of a request, decoded. */
export interface BundledModule extends PublishedModule {
  readonly module: CompiledModule;
  /** The version that it replaces. */
  readonly older: StoredModule | undefined;
}

/** A module that is published already. */
export interface StoredModule {
  readonly bytes: Uint8Array;
  readonly module: CompiledModule;
}

/**
 * Decodes the modules of a request, and finds those that they replace.
 *
 * @throws VmError `CODE_DESERIALIZATION_ERROR`
 */
export async function readBundle(
  session: ExecutorSession,
  { owner, modules }: PublishRequest,
): Promise<BundledModule[]> {
  const { maxBinaryVersion } = session.vm.environment.features;
  const address = parseAddress(owner);
  const bundle: BundledModule[] = [];
  for (const bytes of modules) {
    const module = decode(bytes, maxBinaryVersion);
    const name = module.identifiers[module.moduleHandles[module.self]!.name]!;
    const stored = await session.state.get(moduleKey(address, name));
    const older = stored && { bytes: stored.bytes, module: decodeModule(stored.bytes) };
    bundle.push({ address, name, bytes, module, older });
  }
  return bundle;
}

function decode(bytes: Uint8Array, maxBinaryVersion: number): CompiledModule {
  try {
    const module = decodeModule(bytes);
    if (module.version <= maxBinaryVersion) {
      checkDecodedModule(module);
      return module;
    }
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `a module does not decode: ${error.message}`);
  }
  throw tooNew(maxBinaryVersion);
}

/** The error of code in a binary format that the ledger does not take yet. */
export function tooNew(maxBinaryVersion: number): VmError {
  const text = `code of this version of the binary format is not enabled (up to ${maxBinaryVersion})`;
  return new VmError("CODE_DESERIALIZATION_ERROR", text);
}

/** The error of code that is not what its package announced, or whose metadata breaks a rule. */
export function unsatisfied(reason: string): VmError {
  return new VmError("CONSTRAINT_NOT_SATISFIED", reason);
}
