import { BcsError, bytes, fixedBytes, map, string, struct, u64 } from "@ledger/bcs";
import {
  type Address,
  bytesToHash,
  type HashValue,
  ResourceGroup,
  StateValue,
  StateValueMetadata,
  type StructTag,
} from "@ledger/types";
import type { StateAnswer } from "./state-answer.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** What upstreams say about one state value at one version. */
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

/** Why there is no answer: every upstream has given the version up (`head` is where they are), or none could be asked. */
export type StateRefusal =
  | { readonly kind: "gone"; readonly head: bigint | undefined }
  | { readonly kind: "unavailable"; readonly reason: string };

/** What an account holds at one version. */
export interface AccountListing {
  readonly kind: "listing";
  /** Names of its modules. */
  readonly modules: readonly string[];
  /** Its resources; members of resource groups are among them. */
  readonly resources: readonly StructTag[];
  readonly origin: string;
}

/** A block as an upstream describes it. */
export interface UpstreamBlock {
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

/** Most keys of one account that are listed. */
const MAX_ACCOUNT_KEYS = 100_000;
/** An upstream that wants to be left alone for longer is not waited for: somebody waits for the answer. */
const LONGEST_WAIT_MS = 2_000;

const Modules = map(string, bytes);
const Block = struct("Block", {
  height: u64,
  hash: fixedBytes(32),
  timestampUsecs: u64,
  firstVersion: u64,
  lastVersion: u64,
});

/** @param chainId - that answers must name, once it is known */
export function createStateReader(pool: UpstreamPool, chainId: () => number | undefined): StateReader {
  return new PooledStateReader(pool, chainId);
}

class PooledStateReader implements StateReader {
  readonly #pool: UpstreamPool;
  readonly #chainId: () => number | undefined;

  constructor(pool: UpstreamPool, chainId: () => number | undefined) {
    this.#pool = pool;
    this.#chainId = chainId;
  }

  readState(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue> {
    return this.#ask(signal, async (upstream) => {
      const answer = await this.#checked(upstream, upstream.requestStateValue(key, version, signal));
      if (answer.kind === "absent") return { kind: "absent", origin: upstream.name };
      if (answer.kind !== "body") return answer;
      const value = StateValue.decode(answer.body);
      const origin = upstream.name;
      if (value.kind === "V0") return { kind: "value", value: value.value, metadata: undefined, origin };
      const { data, metadata } = value.value;
      return { kind: "value", value: data, metadata: StateValueMetadata.encode(metadata), origin };
    });
  }

  listAccount(address: Address, version: bigint, signal: AbortSignal): Promise<AccountListing | StateRefusal> {
    return this.#ask(signal, async (upstream) => {
      const modules: string[] = [];
      const resources: StructTag[] = [];
      for (const what of ["modules", "resources"] as const) {
        let start: string | undefined;
        do {
          const answer = await this.#checked(upstream, upstream.requestListing(what, address, version, start, signal));
          if (answer.kind !== "body") return answer;
          if (what === "modules") {
            for (const id of Modules.decode(answer.body).keys()) modules.push(id.slice(id.indexOf("::") + 2));
          } else {
            resources.push(...ResourceGroup.decode(answer.body).keys());
          }
          if (modules.length + resources.length > MAX_ACCOUNT_KEYS) return failure("the account is too large to list");
          if (start !== undefined && answer.cursor === start) return failure("a listing that goes in circles");
          start = answer.cursor;
        } while (start !== undefined);
      }
      return { kind: "listing", modules, resources, origin: upstream.name };
    });
  }

  async findBlock(version: bigint, signal: AbortSignal): Promise<UpstreamBlock | undefined> {
    const found = await this.#ask(signal, async (upstream) => {
      const answer = await this.#checked(upstream, upstream.requestBlock(version, signal));
      if (answer.kind !== "body") return answer;
      const { hash, height, firstVersion, lastVersion } = Block.decodePrefix(answer.body).value;
      return { kind: "block" as const, height, hash: bytesToHash(hash), firstVersion, lastVersion };
    });
    return found.kind === "block" ? found : undefined;
  }

  /** An answer of another network is none. */
  async #checked(upstream: Upstream, request: Promise<StateAnswer>): Promise<StateAnswer> {
    const answer = await request;
    const wanted = this.#chainId();
    const actual = "state" in answer ? answer.state?.chainId : undefined;
    if (wanted === undefined || actual === undefined || wanted === actual) return answer;
    return failure(`${upstream.name} is of chain ${actual}`);
  }

  /** Asks one upstream after the other until one has the answer. */
  async #ask<T extends { readonly kind: string }>(
    signal: AbortSignal,
    request: (upstream: Upstream) => Promise<T | StateAnswer>,
  ): Promise<Exclude<T, StateAnswer> | StateRefusal> {
    let reason = "no upstream can be asked";
    let head: bigint | undefined;
    let others = 0;
    const { active } = this.#pool;
    for (const upstream of active) {
      if (signal.aborted) break;
      if (upstream.waitMs > LONGEST_WAIT_MS) {
        others++;
        continue;
      }
      const answer = await decoded(request(upstream));
      switch (answer.kind) {
        case "gone":
          head = (answer as { state?: { version: bigint } }).state?.version ?? head;
          continue;
        case "failed":
          upstream.fail((answer as { retryAfterMs?: number }).retryAfterMs);
          reason = `${upstream.name}: ${(answer as { reason: string }).reason}`;
          others++;
          continue;
        case "later":
          reason = `${upstream.name} has not come to this version yet`;
          others++;
          continue;
        default:
          return answer as Exclude<T, StateAnswer>;
      }
    }
    return others === 0 && active.length > 0 ? { kind: "gone", head } : { kind: "unavailable", reason };
  }
}

function failure(reason: string): StateAnswer {
  return { kind: "failed", reason, retryAfterMs: undefined };
}

/** What does not decode is no answer. */
async function decoded<T>(answer: Promise<T | StateAnswer>): Promise<T | StateAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    return failure("an answer that does not decode");
  }
}
