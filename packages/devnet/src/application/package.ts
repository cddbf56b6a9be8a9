import type { Infer } from "@ledger/bcs";
import { bytesToHex, FRAMEWORK_ADDRESS, sha3_256 } from "@ledger/types";
import type { PackageMetadata } from "../resources/package.ts";

/** Upgrades that keep what exists. */
const COMPATIBLE = 1;

/**
 * What the chain keeps of a package besides its bytecode; the sources are left out, as publishers may.
 *
 * @param dependencies - packages at `0x1`
 */
export function describePackage(
  name: string,
  modules: readonly string[],
  dependencies: readonly string[] = [],
): Infer<typeof PackageMetadata> {
  return {
    name,
    upgradePolicy: COMPATIBLE,
    upgradeNumber: 0n,
    sourceDigest: bytesToHex(sha3_256(new TextEncoder().encode([name, ...modules].join(" ")))).toUpperCase(),
    manifest: new Uint8Array(),
    modules: modules.map((module) => ({
      name: module,
      source: new Uint8Array(),
      sourceMap: new Uint8Array(),
      extension: undefined,
    })),
    deps: dependencies.map((packageName) => ({ account: FRAMEWORK_ADDRESS, packageName })),
    extension: undefined,
  };
}
