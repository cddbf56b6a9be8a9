import { bool, bytes, option, string, struct, u8, u64, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";
import { resourceType } from "../state/resource-type.ts";
import { eventType } from "../state/session.ts";

const Any = struct("Any", { typeName: string, data: bytes });

/** `0x1::code::PackageMetadata`. */
export const PackageMetadata = struct("PackageMetadata", {
  name: string,
  upgradePolicy: u8,
  upgradeNumber: u64,
  sourceDigest: string,
  manifest: bytes,
  modules: vector(struct("ModuleMetadata", { name: string, source: bytes, sourceMap: bytes, extension: option(Any) })),
  deps: vector(struct("PackageDep", { account: Address, packageName: string })),
  extension: option(Any),
});

/** The packages that an account published. */
export const packageRegistry = resourceType(
  "0x1::code::PackageRegistry",
  struct("PackageRegistry", { packages: vector(PackageMetadata) }),
);

/** A package was published or upgraded. */
export const packagePublished = eventType(
  "0x1::code::PublishPackage",
  struct("PublishPackage", { codeAddress: Address, isUpgrade: bool }),
);
