import { Limiter } from "@ledger/kit";
import { type BaseValue, type LedgerStore, type MissingState, StoreError } from "@ledger/state-store";
import { bytesToAddress, bytesToHex, LruCache } from "@ledger/types";
import type { FetchedValue, StateReader } from "../rest/state-reader.ts";
import { type FindGroup, listAccountKeys } from "./account-keys.ts";
import { StateUnavailableError } from "./state-unavailable-error.ts";
import { unlessLate, waitingLimit } from "./waiting.ts";

/** The means to complete the state of a ledger. */
export interface StateCompleterOptions {
  /** The one writer. Its base is partial. */
  readonly store: Pick<LedgerStore, "summary" | "readState" | "addBaseValues" | "completeAccount">;
  readonly upstreams: StateReader;
  /** The group that holds a resource, found by the code at a version; resources of none have keys of their own. */
  readonly findGroup: FindGroup;
  /**
   * The version that upstreams are asked about, where the ledger has gone another way than theirs since: a fork. It is the one before the
   * ledger's first. When absent they are asked about the head.
   */
  readonly pinnedVersion?: bigint | undefined;
  readonly signal: AbortSignal;
  /** Requests under way at a time; 8. */
  readonly parallel?: number | undefined;
  /** Requests that may wait for their turn; 1,000. What comes on top is refused. */
  readonly waiting?: number | undefined;
  /** Milliseconds for which a question that the upstreams refused is not asked again; 5,000. */
  readonly refusalMs?: number | undefined;
  /** Milliseconds from any fixed point; `performance.now` when absent. */
  readonly now?: (() => number) | undefined;
}

const defaultParallel = 8;
/** Most milliseconds until a completion has succeeded or is refused. What was learned by then is kept. */
const completionMs = 20_000;
const defaultRefusalMs = 5_000;
/** Listings of accounts that are read at a time: each takes many requests. */
const parallelListings = 4;
/** Keys of which it is remembered that they could not be learned. */
const maxRefusals = 10_000;
/** Values that wait for the ledger to reach the version they were read at. */
const maxProvisional = 1_000;

/** A value that was read above the head: it is the base value if nothing writes its key until there. */
interface Provisional {
  readonly version: bigint;
  readonly base: BaseValue;
}

/**
 * Learns the state of a ledger that began above version 0, key by key as it is asked for: what was not written since is the
 * same at the head, and is read there from an upstream.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.13 | Specification, ingest 5.13}
 */
export class StateCompleter {
  readonly #options: StateCompleterOptions;
  readonly #values: Limiter;
  readonly #listings: Limiter;
  readonly #refusals = new LruCache<string, { readonly until: number; readonly reason: string }>(maxRefusals);
  readonly #now: () => number;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #provisional = new LruCache<string, Provisional>(maxProvisional);

  constructor(options: StateCompleterOptions) {
    this.#options = options;
    const waiting = waitingLimit(options.waiting ?? 1_000);
    this.#values = new Limiter(options.parallel ?? defaultParallel, waiting);
    this.#listings = new Limiter(parallelListings, waiting);
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Makes state known. When it returns, the store answers the read that failed.
   *
   * @throws {@link StateUnavailableError} when the state cannot be found out, or not yet
   */
  complete(missing: MissingState): Promise<void> {
    const deadline = AbortSignal.timeout(completionMs);
    return this.#complete(missing, AbortSignal.any([this.#options.signal, deadline]));
  }

  #complete(missing: MissingState, signal: AbortSignal): Promise<void> {
    const id = missing.kind === "value" ? `v${bytesToHex(missing.key)}` : `a${bytesToHex(missing.prefix)}`;
    let work = this.#underWay.get(id);
    if (work === undefined) {
      work = this.#learn(id, missing, signal).finally(() => this.#underWay.delete(id));
      this.#underWay.set(id, work);
    }
    return work;
  }

  /** Learns what is missing, unless that failed a moment ago: one question must not keep an upstream busy. */
  async #learn(id: string, missing: MissingState, signal: AbortSignal): Promise<void> {
    const refusal = this.#refusals.get(id);
    if (refusal !== undefined && this.#now() < refusal.until) throw new StateUnavailableError(refusal.reason);
    this.#refusals.delete(id);
    if (missing.kind === "value") await this.#completeValue(id, missing, signal);
    else await this.#completeAccount(id, missing, signal);
  }

  /** Remembers a question that was refused. @returns the error to throw */
  #refuse(id: string, { reason, isRefused }: { readonly reason: string; readonly isRefused?: boolean | undefined }) {
    if (isRefused) {
      this.#refusals.set(id, { until: this.#now() + (this.#options.refusalMs ?? defaultRefusalMs), reason });
    }
    return new StateUnavailableError(reason);
  }

  async #completeValue(
    id: string,
    { key, version }: { readonly key: Uint8Array; readonly version: bigint },
    signal: AbortSignal,
  ): Promise<void> {
    const unknown = await this.#findUnknown(version, key);
    if (unknown === undefined) return;
    const { head, firstWrite } = unknown;
    if (await this.#settleProvisional(bytesToHex(key), head, firstWrite)) return;
    // The key was not written from the base on up to here, so its value is still that of the base.
    const { pinnedVersion } = this.#options;
    const at = pinnedVersion ?? (firstWrite === undefined ? head : firstWrite - 1n);
    const fetched = await this.#fetch(key, at, signal);
    switch (fetched.kind) {
      case "value":
      case "absent":
        await this.#options.store.addBaseValues([{ key, ...fetched }]);
        return;
      case "unavailable":
        throw this.#refuse(id, fetched);
      case "gone":
        if (pinnedVersion !== undefined) {
          throw new StateUnavailableError(`the upstream has pruned version ${pinnedVersion}`);
        }
        if (firstWrite === undefined) return this.#fetchAhead(id, key, head, fetched.head, signal);
        await this.#options.store.addBaseValues([{ key, kind: "lost" }]);
        throw new StateUnavailableError("the upstreams have pruned the value that was overwritten");
    }
  }

  /** Reads a value above the head, because the upstreams have pruned the head's state. */
  async #fetchAhead(
    id: string,
    key: Uint8Array,
    head: bigint,
    upstreamHead: bigint | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (upstreamHead === undefined || upstreamHead <= head) {
      throw new StateUnavailableError("the upstreams have pruned the state of the latest version");
    }
    const fetched = await this.#fetch(key, upstreamHead, signal);
    if (fetched.kind === "unavailable") throw this.#refuse(id, fetched);
    if (fetched.kind === "value" || fetched.kind === "absent") {
      this.#provisional.set(bytesToHex(key), { version: upstreamHead, base: { key, ...fetched } });
    }
    throw new StateUnavailableError(`the value will be known when the ledger reaches version ${upstreamHead}`);
  }

  /**
   * Decides on a value that was read above the head. @returns whether the key is known now
   * @throws {@link StateUnavailableError} while the ledger has not come there
   */
  async #settleProvisional(id: string, head: bigint, firstWrite: bigint | undefined): Promise<boolean> {
    const provisional = this.#provisional.get(id);
    if (provisional === undefined) return false;
    const { version, base } = provisional;
    if (firstWrite !== undefined && firstWrite <= version) {
      // What was read is the value after that write. The one before is lost unless an upstream still has it.
      this.#provisional.delete(id);
      return false;
    }
    if (head < version) throw new StateUnavailableError(`the ledger has not reached version ${version} yet`);
    this.#provisional.delete(id);
    await this.#options.store.addBaseValues([base]);
    return true;
  }

  async #completeAccount(id: string, { prefix }: { readonly prefix: Uint8Array }, signal: AbortSignal): Promise<void> {
    const { store, upstreams, findGroup, pinnedVersion } = this.#options;
    const head = await this.#head();
    const at = pinnedVersion ?? head;
    const address = bytesToAddress(prefix.subarray(1));
    const listing = await this.#listings.run(unlessLate(signal, () => upstreams.listAccount(address, at, signal)));
    if (listing.kind === "unavailable") throw this.#refuse(id, listing);
    if (listing.kind === "gone") throw new StateUnavailableError("no upstream can list an account at this version");
    const keys = await listAccountKeys(address, listing, (tag) => findGroup(tag, head));
    const rest = keys.values();
    const work = async (): Promise<void> => {
      for (const key of rest) await this.#completeListed(key, head, signal);
    };
    await Promise.all(Array.from({ length: this.#options.parallel ?? defaultParallel }, work));
    // What a fork has written since is known anyway.
    await store.completeAccount(prefix, pinnedVersion === undefined ? head : pinnedVersion + 1n, listing.origin);
  }

  /** Completes a key that was listed: it exists, so an upstream that then denies it cannot be believed. */
  async #completeListed(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<void> {
    if ((await this.#findUnknown(version, key)) !== undefined) {
      await this.#complete({ kind: "value", key, version }, signal);
    }
    // On a fork it may have been removed since.
    if (this.#options.pinnedVersion !== undefined) return;
    const stored = await this.#options.store.readState(version, key);
    if (stored === undefined) throw new StateUnavailableError("an upstream listed a key that it does not have");
  }

  #fetch(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue> {
    return this.#values.run(unlessLate(signal, () => this.#options.upstreams.readState(key, version, signal)));
  }

  async #head(): Promise<bigint> {
    const summary = await this.#options.store.summary();
    if (summary === undefined) throw new StateUnavailableError("the ledger has no versions yet");
    return summary.version;
  }

  /** The head and the first write of a key that the store does not know; `undefined` when it knows it. */
  async #findUnknown(
    version: bigint,
    key: Uint8Array,
  ): Promise<{ readonly head: bigint; readonly firstWrite: bigint | undefined } | undefined> {
    const head = await this.#head();
    try {
      await this.#options.store.readState(version, key);
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const { details } = error;
      if (details.code === "state_unknown") return { head, firstWrite: details.firstWrite };
      if (details.code === "state_unavailable")
        throw new StateUnavailableError("the value was pruned by the upstream before it could be fetched");
      // Pruned meanwhile: the next read says so.
      if (details.code === "version_pruned") return undefined;
      throw error;
    }
  }
}
