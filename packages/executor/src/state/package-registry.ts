import { type Codec, type Sourced, struct, vector, withSource } from "@ledger/bcs";
import { frameworkTag, PackageMetadata, type StructTag } from "@ledger/types";

/** `0x1::code::PackageRegistry`: the metadata of the packages that an account has published, with the bytes of each. */
export interface PackageRegistry {
  readonly packages: readonly Sourced<PackageMetadata>[];
}

/** BCS of {@link PackageRegistry}. Writing needs the values only. */
export const PackageRegistry: Codec<
  PackageRegistry,
  { readonly packages: readonly { readonly value: PackageMetadata }[] }
> = struct("PackageRegistry", { packages: vector(withSource(PackageMetadata)) });

/** The type of the resource. */
export const packageRegistryTag: StructTag = frameworkTag("code", "PackageRegistry");
