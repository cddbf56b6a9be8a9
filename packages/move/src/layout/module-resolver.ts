import type { Address, Awaitable } from "@ledger/types";

/** Finds modules in the state of one ledger version. */
export interface ModuleResolver {
  /**
   * The bytecode of a module; undefined when the account has none of that name. The caller keeps what comes back, so the bytes
   * must not change afterwards.
   */
  findModule(address: Address, name: string): Awaitable<Uint8Array | undefined>;
}
