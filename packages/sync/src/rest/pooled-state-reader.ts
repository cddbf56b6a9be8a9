import { BcsError, bytes, fixedBytes, map, string, struct, u64 } from "@ledger/bcs";
import {
  type Address,
  bytesToHash,
  bytesToHex,
  decodeStateKey,
  Path,
  ResourceGroup,
  StateValue,
  StateValueMetadata,
  type StructTag,
} from "@ledger/types";
import { type Answer, type BodyAnswer, faulty } from "./read-answer.ts";
import type {
  AccountListing,
  FetchedValue,
  PublicStateReader,
  ResourceListing,
  StateRefusal,
  UpstreamBlock,
} from "./state-reader.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** Most keys of one account that are listed, and most pages that they may come on. */
const maxAccountKeys = 100_000;
const maxListingPages = 1_000;
/** An upstream that asks for a longer pause is not waited for: a client waits for the answer. */
const longestWaitMs = 2_000;

const Modules = map(string, bytes);
const Block = struct("Block", {
  height: u64,
  hash: fixedBytes(32),
  timestampUsecs: u64,
  firstVersion: u64,
  lastVersion: u64,
});

/** Whose answers are needed. */
export interface StateReaderOptions {
  readonly pool: UpstreamPool;
  /** Upstreams that must give the same answer. */
  readonly required: number;
  /** True if the others are asked too, and may not contradict; else no more than `required` are asked. */
  readonly asksAll: boolean;
  /** The chain that answers must name, once it is known. */
  readonly chainId: () => number | undefined;
}

/** Reads state from the upstreams of a pool. */
export function createStateReader(options: StateReaderOptions): PublicStateReader {
  return new PooledStateReader(options);
}

/** The answer of one upstream to a question: its value, or the reason why there is none. */
type Reading<T> = { readonly kind: "found"; readonly value: T } | Exclude<Answer, BodyAnswer>;

class PooledStateReader implements PublicStateReader {
  readonly #options: StateReaderOptions;

  constructor(options: StateReaderOptions) {
    this.#options = options;
  }

  readState(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue> {
    return this.#ask(signal, async (upstream): Promise<Reading<Extract<FetchedValue, { origin: string }>>> => {
      const answer = await upstream.requestStateValue(key, version, signal);
      const origin = upstream.name;
      if (answer.kind === "absent") return { kind: "found", value: { kind: "absent", origin } };
      if (answer.kind !== "body") return answer;
      const decoded = StateValue.decode(answer.body);
      if (decoded.kind === "V0") {
        return { kind: "found", value: { kind: "value", value: decoded.value, metadata: undefined, origin } };
      }
      const { data, metadata } = decoded.value;
      const value = { kind: "value", value: data, metadata: StateValueMetadata.encode(metadata), origin } as const;
      return { kind: "found", value };
    });
  }

  listAccount(address: Address, version: bigint, signal: AbortSignal): Promise<AccountListing | StateRefusal> {
    return this.#ask(signal, async (upstream): Promise<Reading<AccountListing>> => {
      const modules: string[] = [];
      const resources: StructTag[] = [];
      const query = { upstream, address, version };
      const refusal =
        (await readPages("modules", query, signal, (body) => {
          for (const id of Modules.decode(body).keys()) modules.push(id.slice(id.indexOf("::") + 2));
          return modules.length;
        })) ??
        (await readPages("resources", query, signal, (body) => {
          for (const tag of ResourceGroup.decode(body).keys()) resources.push(tag);
          return modules.length + resources.length;
        }));
      if (refusal !== undefined) return refusal;
      return { kind: "found", value: { kind: "listing", modules, resources, origin: upstream.name } };
    });
  }

  listResources(address: Address, version: bigint, signal: AbortSignal): Promise<ResourceListing | StateRefusal> {
    return this.#ask(signal, async (upstream): Promise<Reading<ResourceListing>> => {
      const resources = new Map<StructTag, Uint8Array>();
      const refusal = await readPages("resources", { upstream, address, version }, signal, (body) => {
        for (const [tag, value] of ResourceGroup.decode(body)) resources.set(tag, value);
        return resources.size;
      });
      // Old nodes say so of an account that holds nothing.
      if (refusal !== undefined && refusal.kind !== "absent") return refusal;
      return { kind: "found", value: { kind: "resources", resources, origin: upstream.name } };
    });
  }

  readPublicState(key: Uint8Array, version: bigint, signal: AbortSignal): Promise<FetchedValue> {
    return this.#ask(signal, async (upstream): Promise<Reading<Extract<FetchedValue, { origin: string }>>> => {
      const answer = await requestPublicItem(upstream, key, version, signal);
      const origin = upstream.name;
      if (answer.kind === "absent") return { kind: "found", value: { kind: "absent", origin } };
      if (answer.kind !== "body") return answer;
      return { kind: "found", value: { kind: "value", value: answer.body, metadata: undefined, origin } };
    });
  }

  async findBlock(version: bigint, signal: AbortSignal): Promise<UpstreamBlock | undefined> {
    const found = await this.#ask(signal, async (upstream): Promise<Reading<UpstreamBlock>> => {
      const answer = await upstream.requestBlock(version, signal);
      if (answer.kind !== "body") return answer;
      const { hash, height, firstVersion, lastVersion } = Block.decodePrefix(answer.body).value;
      const origin = upstream.name;
      const block = { kind: "block", height, hash: bytesToHash(hash), firstVersion, lastVersion, origin } as const;
      return { kind: "found", value: block };
    });
    return found.kind === "block" ? found : undefined;
  }

  /** Asks one upstream after the other until enough have given the same answer; all at once where all are to be asked. */
  async #ask<T extends { readonly origin: string }>(
    signal: AbortSignal,
    request: (upstream: Upstream) => Promise<Reading<T>>,
  ): Promise<T | StateRefusal> {
    const reasons: string[] = [];
    const origins: string[] = [];
    let answer: T | undefined;
    let head: bigint | undefined;
    let isRefused = false;
    const { required, asksAll } = this.#options;
    const { active } = this.#options.pool;
    const readings = asksAll
      ? await Promise.all(active.map((upstream) => this.#read(upstream, request, signal)))
      : undefined;
    for (const [i, upstream] of active.entries()) {
      if (signal.aborted) break;
      const reading = readings === undefined ? await this.#read(upstream, request, signal) : readings[i];
      if (reading === undefined) reasons.push(`requests to ${upstream.name} are paused after faults`);
      else if (reading.kind === "gone") head = reading.state?.version ?? head;
      else if (reading.kind !== "found") {
        reasons.push(`${upstream.name}: ${describeRefusal(reading)}`);
        isRefused ||= concernsQuestion(reading);
      } else if (answer !== undefined && !isSameAnswer(answer, reading.value)) {
        const reason = `${origins.join(", ")} and ${upstream.name} give different answers`;
        return { kind: "unavailable", reason, isRefused: true };
      } else {
        answer ??= reading.value;
        origins.push(upstream.name);
        if (!asksAll && origins.length === required) break;
      }
    }
    if (answer !== undefined && origins.length >= required) return { ...answer, origin: origins.join(", ") };
    if (signal.aborted) return { kind: "unavailable", reason: "no answer came in time" };
    if (answer !== undefined) reasons.push(`only ${origins.join(", ")} answered, but ${required} upstreams must`);
    if (reasons.length === 0 && active.length > 0) return { kind: "gone", head };
    const retryMs = Math.min(...active.map(({ stateLane }) => stateLane.waitMs));
    return { kind: "unavailable", reason: reasons.join("; ") || "no upstream is available", isRefused, retryMs };
  }

  /** Asks one upstream; `undefined` where it is left alone for longer than a client waits. */
  async #read<T>(upstream: Upstream, request: (upstream: Upstream) => Promise<Reading<T>>, signal: AbortSignal) {
    const { stateLane } = upstream;
    if (stateLane.waitMs > longestWaitMs) return undefined;
    const beganAt = stateLane.now();
    const reading = this.#checkChain(upstream, await decoded(request(upstream)));
    // That its client has left, or waits no longer, is no fault of the upstream.
    if (signal.aborted) return reading;
    // A bad answer to one question says nothing about the next one: only an upstream that does not answer is left alone.
    if (reading.kind === "rate_limited") stateLane.slowDown(reading.retryAfterMs);
    else if (reading.kind !== "faulty" || reading.scope !== "upstream") stateLane.succeed();
    // One that has answered others meanwhile, records too, is slow with this question only.
    else if (upstream.answeredAt <= beganAt) stateLane.fail(reading.retryAfterMs, beganAt);
    return reading;
  }

  /** An answer of another network is none. */
  #checkChain<T>(upstream: Upstream, reading: Reading<T>): Reading<T> {
    const wanted = this.#options.chainId();
    const actual = upstream.state?.chainId;
    if (wanted === undefined || actual === undefined || wanted === actual) return reading;
    return faulty(`it is of chain ${actual}`);
  }
}

/** Reads a listing page by page. @param take - takes a page, and says how many keys there are by now @returns what refused it */
async function readPages(
  what: "modules" | "resources",
  { upstream, address, version }: { upstream: Upstream; address: Address; version: bigint },
  signal: AbortSignal,
  take: (body: Uint8Array) => number,
): Promise<Exclude<Answer, BodyAnswer> | undefined> {
  const seen = new Set<string>();
  let start: string | undefined;
  do {
    const answer = await upstream.requestListing(what, address, version, start, signal);
    if (answer.kind !== "body") return answer;
    if (take(answer.body) > maxAccountKeys) return faulty("the account has too many keys");
    start = answer.cursor;
    if (start !== undefined && seen.has(start)) return faulty("its listing repeats a page");
    if (start !== undefined) seen.add(start);
    // An upstream may give an empty page and more after it, but not for ever.
    if (seen.size >= maxListingPages) return faulty("its listing has too many pages");
  } while (start !== undefined && !signal.aborted);
  return signal.aborted ? faulty("its listing took too long") : undefined;
}

/** Asks for one item by the public route of its kind. */
async function requestPublicItem(
  upstream: Upstream,
  encoded: Uint8Array,
  version: bigint,
  signal: AbortSignal,
): Promise<Answer> {
  const key = decodeStateKey(encoded);
  if (key.kind === "TableItem") return upstream.requestTableItem(key.value.handle, key.value.key, version, signal);
  const path = key.kind === "AccessPath" ? Path.decode(key.value.path) : undefined;
  if (key.kind === "AccessPath" && path?.kind === "Code") {
    return upstream.requestModule(key.value.address, path.value.name, version, signal);
  }
  if (key.kind === "AccessPath" && path?.kind === "Resource") {
    return upstream.requestResource(key.value.address, path.value, version, signal);
  }
  return { kind: "unsupported", reason: "no public route returns items of this kind" };
}

/** Returns true if an answer says something about the question, and not about the upstream at this time. */
function concernsQuestion(reading: Exclude<Answer, BodyAnswer>): boolean {
  if (reading.kind === "faulty") return reading.scope === "question";
  return reading.kind === "too_much" || reading.kind === "rejected" || reading.kind === "unsupported";
}

function describeRefusal(reading: Exclude<Answer, BodyAnswer>): string {
  switch (reading.kind) {
    case "later":
      return "it has not reached this version yet";
    case "rate_limited":
      return "it is limiting requests";
    case "too_much":
      return "its answer is too large, or takes too long";
    case "absent":
    case "gone":
      return "it does not have this item";
    default:
      return reading.reason;
  }
}

/** Returns true if two upstreams say the same; their names aside, and in any order of a listing. */
function isSameAnswer(a: object, b: object): boolean {
  return describeAnswer(a) === describeAnswer(b);
}

function describeAnswer(answer: object): string {
  const { origin: _, ...rest } = answer as Readonly<Record<string, unknown>>;
  return JSON.stringify(rest, (_name, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    if (value instanceof Uint8Array) return bytesToHex(value);
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(item, replaceBytes)).sort();
    return value;
  });
}

function replaceBytes(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? bytesToHex(value) : value;
}

/** An answer that does not decode is a faulty one. */
async function decoded<T>(reading: Promise<Reading<T>>): Promise<Reading<T>> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    return faulty("its answer does not decode");
  }
}
