import { bytes, type Codec, option, string, struct, u8, u64, vector } from "@ledger/bcs";
import { Address } from "../address.ts";

/** `0x1::code::PackageMetadata`: what the chain keeps of a published package besides its bytecode. */
export interface PackageMetadata {
  readonly name: string;
  /** 1: upgrades have to be compatible, 2: there are none. 0, any upgrade, is no longer accepted. */
  readonly upgradePolicy: number;
  /** Times that it has been upgraded. */
  readonly upgradeNumber: bigint;
  /** Hash of the sources, as the publisher states it. */
  readonly sourceDigest: string;
  /** Its `Move.toml`, gzipped; publishers may leave it empty. */
  readonly manifest: Uint8Array;
  readonly modules: readonly {
    readonly name: string;
    /** Gzipped, as is the source map; publishers may leave both empty. */
    readonly source: Uint8Array;
    readonly sourceMap: Uint8Array;
    readonly extension: PackageMetadata["extension"];
  }[];
  readonly dependencies: readonly { readonly account: Address; readonly packageName: string }[];
  /** A `0x1::copyable_any::Any`: a value with the name of its type. Nothing is known to use it. */
  readonly extension: { readonly typeName: string; readonly data: Uint8Array } | undefined;
}

const any = struct("Any", { typeName: string, data: bytes });

/** BCS of {@link PackageMetadata}. @see The framework's module `0x1::code` */
export const PackageMetadata: Codec<PackageMetadata> = struct("PackageMetadata", {
  name: string,
  upgradePolicy: u8,
  upgradeNumber: u64,
  sourceDigest: string,
  manifest: bytes,
  modules: vector(struct("ModuleMetadata", { name: string, source: bytes, sourceMap: bytes, extension: option(any) })),
  dependencies: vector(struct("PackageDep", { account: Address, packageName: string })),
  extension: option(any),
});
