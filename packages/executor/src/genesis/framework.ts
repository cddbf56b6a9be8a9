import { bytes } from "@ledger/bcs";
import {
  type Address,
  bytesToHex,
  decodeStateKey,
  deriveGenesis,
  frameworkAddress,
  frameworkKey,
  Path,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  structTagsEqual,
} from "@ledger/types";
import { Features } from "@ledger/vm";
import type { PublishedModule } from "../session/session-changes.ts";
import { PackageRegistry, packageRegistryTag } from "../state/package-registry.ts";

/** A published package: whose it is, and the BCS of its `0x1::code::PackageMetadata`. */
export interface FrameworkPackage {
  readonly owner: Address;
  readonly metadata: Uint8Array;
}

/**
 * The framework of a network, with the settings that it began with: what another genesis on the same framework is made of. All
 * byte strings are BCS.
 */
export interface Framework {
  readonly modules: readonly PublishedModule[];
  /** Those of an owner in the order in which they were published. */
  readonly packages: readonly FrameworkPackage[];
  readonly features: Features;
  /** Numbers of the features that are on. */
  readonly enabledFeatures: readonly bigint[];
  /** Resources of 0x1 by module and name, e.g. `gas_schedule::GasScheduleV2`. */
  resource(module: string, name: string): Uint8Array;
  /** A member of the group `0x1::keyless_account::Group`. */
  keyless(name: string): Uint8Array;
}

/**
 * Reads the framework from a published genesis.
 *
 * @param blob - BCS of a genesis transaction
 * @throws TypesError for a blob that is no genesis; Error when it lacks a resource that is asked for
 */
export function readFramework(blob: Uint8Array): Framework {
  const { writes } = deriveGenesis(blob);
  const values = new Map(writes.map(({ key, value }) => [bytesToHex(key), value]));
  const read = (key: Uint8Array, noun: string): Uint8Array => {
    const value = values.get(bytesToHex(key));
    if (value === undefined) throw new Error(`the genesis has no ${noun}`);
    return value;
  };
  const resource = (module: string, name: string): Uint8Array =>
    read(frameworkKey(module, name), `0x1::${module}::${name}`);
  // Ledgers of 2022 began without any.
  const flags = values.get(bytesToHex(frameworkKey("features", "Features")));
  const bits = flags === undefined ? new Uint8Array() : bytes.decode(flags);
  return {
    modules: writes.flatMap(({ key, value }) => moduleAt(key, value)),
    packages: writes.flatMap(({ key, value }) => packagesAt(key, value)),
    features: new Features(bits),
    enabledFeatures: setBits(bits),
    resource,
    keyless: (name) => {
      const group = ResourceGroup.decode(read(resourceGroupKey(frameworkAddress, keylessGroup), "keyless group"));
      const tag = parseStructTag(`0x1::keyless_account::${name}`);
      for (const [member, value] of group) if (structTagsEqual(member, tag)) return value;
      throw new Error(`the genesis has no 0x1::keyless_account::${name}`);
    },
  };
}

const keylessGroup = parseStructTag("0x1::keyless_account::Group");

/** Which addresses have packages differs from framework to framework. */
function packagesAt(key: Uint8Array, value: Uint8Array | undefined): FrameworkPackage[] {
  const decoded = decodeStateKey(key);
  if (decoded.kind !== "AccessPath" || value === undefined) return [];
  const path = Path.decode(decoded.value.path);
  if (path.kind !== "Resource" || !structTagsEqual(path.value, packageRegistryTag)) return [];
  const { address: owner } = decoded.value;
  return PackageRegistry.decode(value).packages.map(({ source }) => ({ owner, metadata: source }));
}

function moduleAt(key: Uint8Array, value: Uint8Array | undefined): PublishedModule[] {
  const decoded = decodeStateKey(key);
  if (decoded.kind !== "AccessPath" || value === undefined) return [];
  const path = Path.decode(decoded.value.path);
  return path.kind === "Code" ? [{ ...path.value, bytes: value }] : [];
}

/** Features count from the least significant bit of each byte. */
function setBits(bits: Uint8Array): bigint[] {
  const set: bigint[] = [];
  for (let index = 0; index < bits.length * 8; index++) {
    if (((bits[index >> 3]! >> (index & 7)) & 1) === 1) set.push(BigInt(index));
  }
  return set;
}
