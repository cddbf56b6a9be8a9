import { Limiter } from "@ledger/kit";
import {
  type Address,
  bytesEqual,
  bytesToHex,
  decodeStateKey,
  describeStateKey,
  formatAddress,
  LruCache,
  moduleKey,
  Path,
  ResourceGroup,
  type StateItem,
  type StructTag,
  structTagsEqual,
} from "@ledger/types";
import type { FindGroup } from "../lazy/account-keys.ts";
import { waitingLimit } from "../lazy/waiting.ts";
import { systemPacing } from "../rest/pacing.ts";
import type { AccountListing, FetchedValue, StateReader, StateRefusal } from "../rest/state-reader.ts";
import type { ForkCache } from "./fork-cache.ts";
import { ForkError } from "./fork-error.ts";
import { type ForkListing, type ForkPoint, formatForkFile, parseForkFile } from "./fork-file.ts";
import type { FindModule, ForkOptions, ForkSource } from "./fork-source.ts";
import { pruned, readExtent, readForkPoint } from "./read-fork-point.ts";
import { UpstreamDesk } from "./upstream-desk.ts";

const defaultTimeoutMs = 30_000;
const defaultConcurrency = 8;
/** Questions that wait for their turn. */
const mostWaiting = 10_000;
/** Bytes of values that a fork holds. */
const maxBytes = 1024 * 1024 * 1024;
/** Listings of accounts that are remembered: groups of one account come from one. */
const maxListings = 1_000;

/**
 * Forks a ledger: pins a version of it, and from then on reads its state there, from a cache first.
 *
 * @throws {@link ForkError}
 */
export async function openFork(options: ForkOptions): Promise<ForkSource> {
  const { cache, offline = false, version, pacing = systemPacing, timeout: timeoutMs = defaultTimeoutMs } = options;
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new ForkError("invalid_request", "the timeout of a fork must be a number of milliseconds above 0");
  }
  const concurrency = options.concurrency ?? defaultConcurrency;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new ForkError("invalid_request", "the concurrency of a fork must be a whole number of at least 1");
  }
  if (offline) {
    if (cache === undefined || version === undefined) {
      throw new ForkError("invalid_request", "an offline fork needs a cache and a version");
    }
    return openCached(options, cache, version);
  }
  const headers = { ...options.headers, ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }) };
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const desk = new UpstreamDesk({ url: options.url, headers, timeoutMs, fetch, pacing, onWaiting: options.onWaiting });
  const extent = await readExtent(desk);
  const point = await readForkPoint(desk, extent, version ?? extent.latest);
  const fork = new Fork(options, point, desk);
  const text = await cache?.load(point.chainId, point.version);
  if (text !== undefined) fork.learn(text);
  return fork;
}

async function openCached(options: ForkOptions, cache: ForkCache, version: bigint): Promise<ForkSource> {
  const chains = await cache.chainsAt(version);
  const text = chains.length === 1 ? await cache.load(chains[0]!, version) : undefined;
  if (text === undefined) {
    const reason =
      chains.length > 1
        ? `version ${version} for several chains (${chains.join(", ")})`
        : `nothing for version ${version}`;
    throw new ForkError("not_cached", `the fork is offline, and the cache ${cache.name} has ${reason}`);
  }
  const fork = new Fork(options, parseForkFile(text, fileName(cache, chains[0]!, version)).point, undefined);
  fork.learn(text);
  return fork;
}

class Fork implements ForkSource {
  readonly point: ForkPoint;
  readonly state: StateReader;
  readonly findGroup: FindGroup;
  readonly #options: ForkOptions;
  readonly #desk: UpstreamDesk | undefined;
  readonly #limiter: Limiter;
  /** By hex of the encoded state key; `undefined` for a key that has no item. */
  readonly #values = new Map<string, StateItem | undefined>();
  readonly #listings = new Map<string, ForkListing>();
  readonly #underWay = new Map<string, Promise<StateItem | undefined>>();
  readonly #resources = new LruCache<string, Promise<ReadonlyMap<StructTag, Uint8Array>>>(maxListings);
  #bytes = 0;
  #isChanged = true;

  /** @param desk - absent offline */
  constructor(options: ForkOptions, point: ForkPoint, desk: UpstreamDesk | undefined) {
    this.#options = options;
    this.point = point;
    this.#desk = desk;
    this.#limiter = new Limiter(options.concurrency ?? defaultConcurrency, waitingLimit(mostWaiting));
    const findModule: FindModule = async (address, name) => (await this.get(moduleKey(address, name)))?.bytes;
    this.findGroup = (tag) => options.findGroup(tag, findModule);
    this.state = {
      readState: (key, version) => this.#readState(key, version),
      listAccount: (address, version) => this.#listAccount(address, version),
      findBlock: async () => undefined,
    };
  }

  get name(): string {
    return this.#desk?.name ?? this.#options.cache!.name;
  }

  /** Takes what a cache holds of this fork point. */
  learn(text: string): void {
    const { chainId, version, accumulatorRoot } = this.point;
    const name = fileName(this.#options.cache!, chainId, version);
    const { point, values, listings } = parseForkFile(text, name);
    if (point.chainId !== chainId || !bytesEqual(point.accumulatorRoot, accumulatorRoot)) {
      throw new ForkError(
        "cache_of_another_ledger",
        `${name} was made from another ledger than ${this.name} serves: they differ at version ${version}`,
      );
    }
    if (point.hasMetadata !== this.point.hasMetadata) {
      const [has, lacks] = point.hasMetadata ? [name, this.name] : [this.name, name];
      throw new ForkError(
        "cache_of_another_ledger",
        `${has} has the metadata of state values and ${lacks} does not: they cannot be combined`,
      );
    }
    for (const [key, value] of values) this.#keep(key, value);
    for (const [account, listing] of listings) this.#listings.set(account, listing);
    this.#isChanged = false;
  }

  async get(key: Uint8Array): Promise<StateItem | undefined> {
    const id = bytesToHex(key);
    if (this.#values.has(id)) return this.#values.get(id);
    let work = this.#underWay.get(id);
    if (work === undefined) {
      work = this.#fetch(key).finally(() => this.#underWay.delete(id));
      this.#underWay.set(id, work);
    }
    const found = await work;
    this.#keep(id, found);
    return found;
  }

  async flush(): Promise<void> {
    const { cache } = this.#options;
    if (cache === undefined || this.#desk === undefined || !this.#isChanged) return;
    const { chainId, version } = this.point;
    this.#isChanged = false;
    // Another process may have learned something else meanwhile.
    const before = await cache.load(chainId, version);
    if (before !== undefined) this.learn(before);
    const text = formatForkFile({ point: this.point, values: this.#values, listings: this.#listings });
    if (text !== before) await cache.save(chainId, version, text);
  }

  async #fetch(key: Uint8Array): Promise<StateItem | undefined> {
    const decoded = decodeStateKey(key);
    const what = `the ${describeStateKey(decoded)}`;
    const desk = this.#expectDesk(what);
    const { version, hasMetadata } = this.point;
    const path = decoded.kind === "AccessPath" ? Path.decode(decoded.value.path) : undefined;
    if (!hasMetadata && decoded.kind === "AccessPath" && path?.kind === "ResourceGroup") {
      return this.#rebuildGroup(decoded.value.address, path.value);
    }
    const found = await this.#ask<FetchedValue>(desk, what, (signal) =>
      hasMetadata ? desk.state.readState(key, version, signal) : desk.state.readPublicState(key, version, signal),
    );
    return found.kind === "value" ? { bytes: found.value, metadata: found.metadata } : undefined;
  }

  /** Puts a group together of its members, for upstreams that do not tell groups as they are stored. */
  async #rebuildGroup(address: Address, group: StructTag): Promise<StateItem | undefined> {
    const members: [StructTag, Uint8Array][] = [];
    for (const [tag, value] of await this.#resourcesOf(address)) {
      const container = await this.findGroup(tag, this.point.version);
      if (container !== undefined && structTagsEqual(container, group)) members.push([tag, value]);
    }
    return members.length === 0 ? undefined : { bytes: ResourceGroup.encode(new Map(members)) };
  }

  #resourcesOf(address: Address): Promise<ReadonlyMap<StructTag, Uint8Array>> {
    const id = bytesToHex(address);
    let listed = this.#resources.get(id);
    if (listed === undefined) {
      const what = `the resources of ${formatAddress(address)}`;
      const desk = this.#expectDesk(what);
      const { version } = this.point;
      listed = this.#ask(desk, what, (signal) => desk.state.listResources(address, version, signal)).then(
        ({ resources }) => resources,
      );
      this.#resources.set(id, listed);
      // What failed is asked again.
      listed.catch(() => this.#resources.delete(id));
    }
    return listed;
  }

  async #readState(key: Uint8Array, version: bigint): Promise<FetchedValue> {
    if (version !== this.point.version) return notPinned(version);
    try {
      return fetchedValue(await this.get(key), this.name);
    } catch (error) {
      return toRefusal(error);
    }
  }

  async #listAccount(address: Address, version: bigint): Promise<AccountListing | StateRefusal> {
    if (version !== this.point.version) return notPinned(version);
    const id = bytesToHex(address);
    try {
      const known = this.#listings.get(id);
      const what = `the listing of ${formatAddress(address)}`;
      if (known !== undefined) return { kind: "listing", origin: this.name, ...known };
      const desk = this.#expectDesk(what);
      const found = await this.#ask(desk, what, (signal) => desk.state.listAccount(address, version, signal));
      const { modules, resources } = found;
      this.#listings.set(id, { modules, resources });
      this.#isChanged = true;
      return found;
    } catch (error) {
      return toRefusal(error);
    }
  }

  /** Asks in turn. */
  async #ask<T extends { readonly kind: string }>(
    desk: UpstreamDesk,
    what: string,
    request: (signal: AbortSignal) => Promise<T | StateRefusal>,
  ): Promise<Exclude<T, StateRefusal>> {
    const found = await this.#limiter.run(() => desk.askState(what, request));
    if (found.kind === "gone") throw pruned(desk, this.point.version, desk.upstream.state?.oldestVersion);
    return found as Exclude<T, StateRefusal>;
  }

  #expectDesk(what: string): UpstreamDesk {
    if (this.#desk !== undefined) return this.#desk;
    const { name } = this.#options.cache!;
    throw new ForkError(
      "not_cached",
      `${what} is not in the cache ${name}, and the fork is offline; run once online to add it`,
      {
        item: what,
      },
    );
  }

  #keep(id: string, item: StateItem | undefined): void {
    if (this.#values.has(id)) return;
    this.#bytes += id.length + (item?.bytes.length ?? 0);
    if (this.#bytes > maxBytes) throw new ForkError("refused", "a fork can hold at most 1 GiB of fetched state");
    this.#values.set(id, item);
    this.#isChanged = true;
  }
}

/** An item of a fork as its answer to a completer. @param origin - where it comes from, see {@link ForkSource.name} */
export function fetchedValue(item: StateItem | undefined, origin: string): FetchedValue {
  if (item === undefined) return { kind: "absent", origin };
  return { kind: "value", value: item.bytes, metadata: item.metadata, origin };
}

function fileName(cache: ForkCache, chainId: number, version: bigint): string {
  return `the cache ${cache.name} of chain ${chainId}, version ${version}`;
}

function notPinned(version: bigint): StateRefusal {
  return {
    kind: "unavailable",
    reason: `a fork reads its upstream at one version only, not at ${version}`,
    isRefused: true,
  };
}

function toRefusal(error: unknown): StateRefusal {
  if (!(error instanceof ForkError)) throw error;
  return { kind: "unavailable", reason: error.message, isRefused: error.code !== "unreachable" };
}
