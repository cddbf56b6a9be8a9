import type { Address, HashValue, StructTag } from "@ledger/types";

/** The answer of upstreams about one state value at one version. */
export type FetchedValue =
  | {
      readonly kind: "value";
      readonly value: Uint8Array;
      /** BCS of `StateValueMetadata`, when the value has it. */
      readonly metadata: Uint8Array | undefined;
      readonly origin: string;
    }
  | { readonly kind: "absent"; readonly origin: string }
  | StateRefusal;

/** Why there is no answer. */
export type StateRefusal =
  /** Every upstream has pruned the version; `head` is their latest one. */
  | { readonly kind: "gone"; readonly head: bigint | undefined }
  /** Nothing can be concluded. A question that was `refused` was answered with something that is no answer, and will be again. */
  | {
      readonly kind: "unavailable";
      readonly reason: string;
      readonly isRefused?: boolean | undefined;
      /** Milliseconds until an upstream may be asked again. */
      readonly retryMs?: number | undefined;
    };

/** The names of an account's modules and resources at one version. */
export interface AccountListing {
  readonly kind: "listing";
  /** Names of its modules. */
  readonly modules: readonly string[];
  /** Its resources; members of resource groups are among them. */
  readonly resources: readonly StructTag[];
  readonly origin: string;
}

/** The resources of an account at one version, with their bytes. */
export interface ResourceListing {
  readonly kind: "resources";
  /** Its resources by their types; members of resource groups are among them. */
  readonly resources: ReadonlyMap<StructTag, Uint8Array>;
  readonly origin: string;
}

/** A block as an upstream describes it. */
export interface UpstreamBlock {
  readonly kind: "block";
  readonly origin: string;
  readonly height: bigint;
  readonly hash: HashValue;
  readonly firstVersion: bigint;
  readonly lastVersion: bigint;
}

/** Reads state and blocks of the followed ledger from its upstreams. Nothing that it returns is proved. */
export interface StateReader {
  readState(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue>;
  listAccount(address: Address, version: bigint, signal: AbortSignal): Promise<AccountListing | StateRefusal>;
  /** @returns `undefined` when no upstream can say */
  findBlock(version: bigint, signal: AbortSignal): Promise<UpstreamBlock | undefined>;
}

/** Reads state by the routes that every published node serves. They do not tell the metadata of what they give. */
export interface PublicStateReader extends StateReader {
  /** @param key - not that of a resource group: groups are not served as they are stored */
  readPublicState(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue>;
  listResources(address: Address, version: bigint, signal: AbortSignal): Promise<ResourceListing | StateRefusal>;
}
