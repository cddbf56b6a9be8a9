import { bytes, option, string, struct, u8, u64, vector, withSource } from "@ledger/bcs";
import { Address } from "@ledger/types";

const any = struct("Any", { typeName: string, data: bytes });

const moduleMetadata = struct("ModuleMetadata", {
  name: string,
  source: bytes,
  sourceMap: bytes,
  extension: option(any),
});

const packageMetadata = struct("PackageMetadata", {
  name: string,
  upgradePolicy: u8,
  upgradeNumber: u64,
  sourceDigest: string,
  manifest: bytes,
  modules: vector(moduleMetadata),
  dependencies: vector(struct("PackageDep", { account: Address, packageName: string })),
  extension: option(any),
});

/** `0x1::code::PackageRegistry`, with the bytes of each package's metadata. */
export const PackageRegistry = struct("PackageRegistry", { packages: vector(withSource(packageMetadata)) });
