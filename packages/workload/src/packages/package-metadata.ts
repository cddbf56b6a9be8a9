import { bytesToHex, PackageMetadata, parseAddress, sha3_256 } from "@ledger/types";

/** A package to publish. */
export interface MovePackage {
  readonly name: string;
  /** Names of its modules, each after those that it uses. */
  readonly moduleNames: readonly string[];
  /** Bytecode of its modules, in the same order. */
  readonly modules: readonly Uint8Array[];
  /** Compressed sources of its modules, in the same order. */
  readonly sources: readonly Uint8Array[];
}

/** The packages that others depend on: everything that their modules call has to be in one of these. */
const frameworkPackages = [
  ["0x1", "MoveStdlib"],
  ["0x1", "AptosStdlib"],
  ["0x1", "AptosFramework"],
  ["0x4", "AptosTokenObjects"],
] as const;

/** Upgrades that keep what exists. */
const compatible = 1;

/** BCS of what the chain keeps of a package besides its bytecode: the sources too, which name parameters and explain functions. */
export function describePackage({ name, moduleNames, modules, sources }: MovePackage): Uint8Array {
  return PackageMetadata.encode({
    name,
    upgradePolicy: compatible,
    upgradeNumber: 0n,
    sourceDigest: bytesToHex(sha3_256(...modules)).toUpperCase(),
    manifest: new Uint8Array(),
    modules: moduleNames.map((module, index) => ({
      name: module,
      source: sources[index]!,
      sourceMap: new Uint8Array(),
      extension: undefined,
    })),
    dependencies: frameworkPackages.map(([address, packageName]) => ({ account: parseAddress(address), packageName })),
    extension: undefined,
  });
}
