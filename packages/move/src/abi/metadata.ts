import { BcsError, bool, type Codec, map, string, struct, u8, u64, vector } from "@ledger/bcs";
import type { CommonTables } from "../binary/compiled-module.ts";

/** The meaning of an abort code. */
export interface ErrorDescription {
  readonly codeName: string;
  readonly codeDescription: string;
}

/** A mark that the compiler left on a struct or function: a number and its arguments. */
export interface AttributeRecord {
  /** One of {@link attributeKinds}; unknown numbers are kept. */
  readonly kind: number;
  readonly args: readonly string[];
}

/** The content of a module's metadata section, by struct and function name. */
export interface ModuleMetadata {
  readonly errorMap: ReadonlyMap<bigint, ErrorDescription>;
  readonly structAttributes: ReadonlyMap<string, readonly AttributeRecord[]>;
  readonly functionAttributes: ReadonlyMap<string, readonly AttributeRecord[]>;
}

/**
 * Attribute numbers. `legacyView` and `view` mark functions, `randomness` too; the others mark structs.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#6 | Specification, module format 6}
 */
export const attributeKinds = {
  legacyView: 0,
  view: 1,
  /** Container of a resource group; its argument is the scope. */
  resourceGroup: 2,
  /** Member of a resource group; its argument is the container's struct tag. */
  resourceGroupMember: 3,
  event: 4,
  randomness: 5,
} as const;

/** Metadata key of error map and attributes. */
export const metadataKeyV1 = "aptos::metadata_v1";

/** Metadata key of the older form, an error map alone. */
export const metadataKeyV0 = "aptos::metadata_v0";

/** Codes below have no more than a category above their reason. */
const categorised = 1n << 24n;

/**
 * The description that a module has for an abort code: that of the whole code, or else that of the reason below its category. A code that
 * is no category with a reason, such as that of an `assert!` without one, has no name by its low bits.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.3 | Specification, virtual machine 6.3}
 */
export function describeAbortCode(
  errorMap: ReadonlyMap<bigint, ErrorDescription> | undefined,
  code: bigint,
): ErrorDescription | undefined {
  return errorMap?.get(code) ?? (code < categorised ? errorMap?.get(code & 0xffffn) : undefined);
}

const errorMap = map(u64, struct("ErrorDescription", { codeName: string, codeDescription: string }));
const attributeMap = map(string, vector(struct("KnownAttribute", { kind: u8, args: vector(string) })));

/** BCS of the value under {@link metadataKeyV1}. */
export const metadataV1 = struct("RuntimeModuleMetadataV1", {
  errorMap,
  structAttributes: attributeMap,
  functionAttributes: attributeMap,
});

/** Metadata key of what the compiler says of itself. */
export const compilationMetadataKey = "compilation_metadata";

/** BCS of the value under {@link compilationMetadataKey}. */
export const compilationMetadata = struct("CompilationMetadata", {
  /** True if the code uses what the compiler may still change. */
  unstable: bool,
  compilerVersion: string,
  languageVersion: string,
});

/** BCS of the values under all keys that mean something, by key. */
export const metadataForms: Readonly<Record<string, Pick<Codec<unknown>, "decode">>> = {
  [metadataKeyV0]: errorMap,
  [metadataKeyV1]: metadataV1,
  [compilationMetadataKey]: compilationMetadata,
};

const empty: ModuleMetadata = { errorMap: new Map(), structAttributes: new Map(), functionAttributes: new Map() };

/**
 * Reads what a module's metadata says. A value that does not decode counts as no metadata at all, without falling back to
 * the older form; version 5 never had attributes.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#6 | Specification, module format 6}, reading rule
 */
export function moduleMetadata(module: Pick<CommonTables, "metadata" | "version">): ModuleMetadata {
  return readModuleMetadata(module) ?? empty;
}

/** The same, where it matters whether there is any. */
export function readModuleMetadata(module: Pick<CommonTables, "metadata" | "version">): ModuleMetadata | undefined {
  const v1 = findMetadata(module, metadataKeyV1);
  try {
    if (v1 !== undefined) {
      const decoded = metadataV1.decode(v1);
      return module.version <= 5 ? { ...empty, errorMap: decoded.errorMap } : decoded;
    }
    const v0 = findMetadata(module, metadataKeyV0);
    return v0 === undefined ? undefined : { ...empty, errorMap: errorMap.decode(v0) };
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}

/** The value of the first metadata entry with an ASCII key. */
export function findMetadata(module: Pick<CommonTables, "metadata">, key: string): Uint8Array | undefined {
  return module.metadata.find((entry) => hasText(entry.key, key))?.value;
}

function hasText(bytes: Uint8Array, text: string): boolean {
  return bytes.length === text.length && bytes.every((byte, i) => byte === text.charCodeAt(i));
}
