import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "@ledger/random";
import { type LedgerStore, StoreError } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import {
  hex,
  keyForHash,
  StrangerLedger,
  type StrangerReply,
  type StrangerRequest,
  type StrangerUpstream,
  startStranger,
  strangerAccounts,
} from "@ledger/stranger";
import { bytesEqual } from "@ledger/types";
import { ingest, restSource, StateCompleter, StateUnavailableError, SyncError, startLazily } from "../../src/index.ts";
import { createCheckPool, type ThreadedCheckPool } from "../../src/node/index.ts";
import { fastPacing } from "./fast-pacing.ts";
import { type Fault, faults } from "./faults.ts";

/** What a run against faulty and lying upstreams came to. */
export interface ByzantineResult {
  /** Faults by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly count: number;
  /** Faults that changed records or values. */
  readonly tampered: number;
  /** Rounds by kind: number of upstreams, liars among them, how the ledger began. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Times the follower was started. */
  readonly starts: number;
  /** Records that were committed although they are not those of the ledger; must be 0. */
  readonly wrongRecords: number;
  /** State values that are not those of the ledger; must be 0. */
  readonly wrongValues: number;
  /** State values that were compared, and those that no upstream could be believed for. */
  readonly values: number;
  readonly unavailable: number;
  /** Rounds that did not reach all that the upstreams agree on, for people; must be none. */
  readonly stuck: readonly string[];
  /** The longest time that anything waited for, milliseconds. */
  readonly longestWaitMs: number;
}

/** How a run is made. */
export interface ByzantineOptions {
  readonly faults: number;
  readonly seed: number;
}

const mostBlocks = 50;
/** Starts after which a round is called stuck, and how long one may take: the waits of a follower take no time here. */
const maxStarts = 100;
const maxFollowMs = 30_000;

/** The upstreams of a round, and what a follower may take from them. */
interface Scene {
  readonly name: string;
  readonly upstreams: readonly StrangerUpstream[];
  readonly honest: StrangerLedger;
  /** Version that the follower must reach: the last whole block that all of them have. */
  readonly goal: bigint;
  /** Where a lazy ledger begins; `undefined` for one that begins with genesis. */
  readonly startVersion: bigint | undefined;
}

/**
 * Lets followers read ledgers from one to four upstreams into SQLite, from genesis or lazily. Every second answer is a fault; in
 * half of the rounds with several upstreams one or two of them serve a fork, with every hash right, that begins anywhere relative to the
 * heads. A follower that stops is started again, as an operator would. The ledgers and the upstreams are written from the
 * specification, and share no code with the follower.
 */
export async function runByzantine({ faults: wanted, seed }: ByzantineOptions): Promise<ByzantineResult> {
  const run = new ByzantineRun(wanted, seed);
  try {
    while (run.count < wanted) await run.playRound();
    return run.result();
  } finally {
    await run.end();
  }
}

/**
 * What an upstream may change and not merely fail at. Nothing proves state, nor the records that a lazy ledger with one upstream
 * begins with: there a falsehood is found only because another upstream says otherwise.
 */
interface SpoilLimits {
  readonly maySpoilState: boolean;
  readonly maySpoilRecords: boolean;
}

class ByzantineRun {
  count = 0;
  readonly #wanted: number;
  readonly #random: Random;
  readonly #ledger: StrangerLedger;
  readonly #checkPool: ThreadedCheckPool = createCheckPool({ threads: 1 });
  readonly #faults: Record<string, number> = {};
  readonly #rounds: Record<string, number> = {};
  #tampered = 0;
  #starts = 0;
  #wrongRecords = 0;
  #wrongValues = 0;
  #values = 0;
  #unavailable = 0;
  readonly #stuck: string[] = [];
  #longestWaitMs = 0;
  /** Why the follower of this round stopped. */
  #stops: string[] = [];

  constructor(wanted: number, seed: number) {
    this.#wanted = wanted;
    this.#random = new Random(seed);
    this.#ledger = new StrangerLedger({ seed, blocksPerEpoch: 17, unknownEvery: 9 }).grow(mostBlocks);
  }

  result(): ByzantineResult {
    return {
      faults: this.#faults,
      count: this.count,
      tampered: this.#tampered,
      rounds: this.#rounds,
      starts: this.#starts,
      wrongRecords: this.#wrongRecords,
      wrongValues: this.#wrongValues,
      values: this.#values,
      unavailable: this.#unavailable,
      stuck: this.#stuck,
      longestWaitMs: this.#longestWaitMs,
    };
  }

  end(): Promise<void> {
    return this.#checkPool.close();
  }

  async playRound(): Promise<void> {
    const scene = await this.#openScene();
    this.#rounds[scene.name] = (this.#rounds[scene.name] ?? 0) + 1;
    this.#stops = [];
    const folder = mkdtempSync(join(tmpdir(), "ledger-byzantine-"));
    const store = openSqliteStore(join(folder, "ledger.db"));
    try {
      let starts = 0;
      let isReached = false;
      for (; !isReached && starts < maxStarts; starts++) {
        if (!(await this.#followOnce(scene, store))) break;
        this.#wrongRecords += await countWrongRecords(scene, store);
        isReached = await isThere(store, scene.goal);
      }
      this.#starts += starts;
      if (isReached) await this.#compareState(scene, store);
      else {
        const version = (await store.summary())?.version;
        const stops = this.#stops.join("; ");
        this.#stuck.push(`${scene.name}: version ${version} of ${scene.goal}, started ${starts} times: ${stops}`);
      }
    } finally {
      for (const upstream of scene.upstreams) upstream.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #openScene(): Promise<Scene> {
    const random = this.#random;
    const honest = this.#ledger;
    const size = 1 + random.below(4);
    const liars = size === 1 || random.chance(0.5) ? 0 : size > 2 && random.chance(0.3) ? 2 : 1;
    const forkHeight = 3 + random.below(mostBlocks - 6);
    const lastCommon = honest.blocks[forkHeight]!.last;
    const forged = liars === 0 ? honest : honest.fork(forkHeight, random.below(1e9)).grow(mostBlocks - forkHeight);
    const firstLiar = random.below(size - liars + 1);
    const isLazy = random.chance(0.5);
    // The one whose state may be changed: two that tell the same falsehood are believed, and that is what the setting says.
    const spoiler = liars === 0 ? 0 : firstLiar;
    const heads: bigint[] = [];
    const upstreams = await Promise.all(
      Array.from({ length: size }, async (_, i) => {
        const isLiar = i >= firstLiar && i < firstLiar + liars;
        const ledger = isLiar ? forged : honest;
        // Anywhere: below the fork, at it, above it; inside of a block too.
        const near = lastCommon + BigInt(random.below(30)) - 10n;
        const anywhere = 20n + BigInt(random.below(Number(ledger.head) - 20));
        const head = bounded(random.chance(0.5) ? near : anywhere, 15n, ledger.head);
        heads.push(head);
        // Two liars could pass for all that answer while the honest one is silent: that is what the setting says.
        const mayFail = liars < 2 || isLiar;
        return startStranger(ledger, {
          head,
          pageMaximum: 5 + random.below(20),
          listingMaximum: 1 + random.below(4),
          intercept: (request, reply) =>
            this.#spoil(request, isLiar ? lie(request, reply) : reply, {
              ledger,
              mayFail,
              maySpoilState: size > 1 && i === spoiler,
              maySpoilRecords: size > 1 || !isLazy,
            }),
        });
      }),
    );
    const lowest = heads.toSorted((a, b) => Number(a - b))[0]!;
    const agreed = liars > 0 && lastCommon < lowest ? lastCommon : lowest;
    const startBlock = 1 + random.below(Math.max(1, honest.blocks.findLastIndex(({ last }) => last <= agreed) - 1));
    return {
      name: `${size} upstreams, ${liars} lying, ${isLazy ? "lazy" : "full"}`,
      upstreams,
      honest,
      goal: honest.blocks.findLast(({ last }) => last <= agreed)!.last,
      startVersion: isLazy ? honest.blocks[startBlock]!.first : undefined,
    };
  }

  /** Replaces every second answer by a fault. */
  #spoil(
    request: StrangerRequest,
    reply: StrangerReply,
    { ledger, mayFail, ...limits }: SpoilLimits & { readonly ledger: StrangerLedger; readonly mayFail: boolean },
  ): StrangerReply {
    const random = this.#random;
    if (!mayFail || request.kind === "index" || this.count >= this.#wanted || random.chance(0.5)) return reply;
    if (reply.status !== 200 || request.kind === "block" || isChainId(request)) return reply;
    const fault = this.#chooseFault(request, limits);
    this.count += 1;
    if (fault.tampers) this.#tampered += 1;
    this.#faults[fault.name] = (this.#faults[fault.name] ?? 0) + 1;
    return fault.apply(reply, random, ledger.records, request);
  }

  #chooseFault(request: StrangerRequest, { maySpoilState, maySpoilRecords }: SpoilLimits): Fault {
    const random = this.#random;
    const fault = faults[random.below(faults.length)]!;
    // Those that are waited out take a while each.
    const isSlow = fault.name === "silence" || fault.name === "endless";
    if (isSlow && !random.chance(0.1)) return harmless;
    const isState = request.kind === "value" || request.kind === "listing";
    const maySpoil = isState ? maySpoilState : maySpoilRecords;
    if (!maySpoil && (fault.tampers || proseFaults.has(fault.name))) return harmless;
    return fault;
  }

  /** @returns whether it ended by itself */
  async #followOnce({ upstreams, startVersion }: Scene, store: LedgerStore): Promise<boolean> {
    const pacing = fastPacing();
    // As the node does it, and in one thread.
    const checkPool = this.#random.chance(0.5) ? this.#checkPool : undefined;
    const source = openSource(upstreams, pacing, checkPool);
    const start = startVersion === undefined ? undefined : startLazily({ source, version: startVersion });
    const signal = AbortSignal.timeout(maxFollowMs);
    try {
      await ingest({ source, store, checkPool, start, signal, batchRecords: 20 });
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      this.#stops.push(error.message);
    }
    if (signal.aborted) this.#stops.push(`nothing within ${maxFollowMs} ms`);
    this.#longestWaitMs = Math.max(this.#longestWaitMs, ...pacing.waits);
    return !signal.aborted;
  }

  /** Asks for everything that the ledger holds: what is said must be true. */
  async #compareState({ upstreams, honest }: Scene, store: LedgerStore): Promise<void> {
    const source = openSource(upstreams, fastPacing(), undefined);
    const completer = new StateCompleter({
      store,
      upstreams: source.state,
      findGroup: async () => undefined,
      signal: new AbortController().signal,
      refusalMs: 0,
    });
    await source.identify?.(new AbortController().signal);
    const version = (await store.summary())!.version;
    for (const key of honest.keys) {
      if (this.#random.chance(0.5)) continue;
      const encoded = keyForHash(key);
      const said = await ask(async () => (await store.readState(version, encoded))?.bytes, {
        complete: () => completer.complete({ kind: "value", key: encoded, version }),
      });
      this.#note(said, honest.valueAt(key, version)?.bytes);
    }
    for (const account of strangerAccounts.slice(0, 2)) {
      const prefix = new Uint8Array([0, ...account]);
      const list = async (): Promise<Uint8Array> => {
        const { entries } = await store.listState({ version, prefix, limit: 100 });
        return new TextEncoder().encode(entries.map(({ key, bytes }) => `${hex(key)}=${hex(bytes)}`).join());
      };
      const said = await ask(list, { complete: () => completer.complete({ kind: "account", version, prefix }) });
      const held = honest.resourcesAt(account, version).map(([tag, { bytes }]) => {
        const path = new Uint8Array([1, ...tag]);
        return `${hex(keyForHash({ kind: "path", address: account, path }))}=${hex(bytes)}`;
      });
      this.#note(said, new TextEncoder().encode(held.sort().join()));
    }
  }

  #note(said: Said, truth: Uint8Array | undefined): void {
    this.#values += 1;
    if (said === "unavailable") this.#unavailable += 1;
    else if (said === undefined ? truth !== undefined : truth === undefined || !bytesEqual(said, truth)) {
      this.#wrongValues += 1;
    }
  }
}

type Said = Uint8Array | undefined | "unavailable";

/** Faults that put other bytes in the place of a value. */
const proseFaults: ReadonlySet<string> = new Set(["empty page", "noise"]);
const harmless = faults.find(({ name }) => name === "503")!;

/** Reads what may not be known yet, as the API does it. */
async function ask(
  read: () => Promise<Uint8Array | undefined>,
  { complete }: { readonly complete: () => Promise<void> },
): Promise<Said> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
    try {
      await complete();
    } catch (error) {
      if (!(error instanceof StateUnavailableError)) throw error;
    }
  }
  return "unavailable";
}

/** What a lazy ledger begins with is asked for once, and not retried: a node that cannot begin ends. */
function isChainId(request: StrangerRequest): boolean {
  if (request.kind !== "value" || request.key?.kind !== "path") return false;
  return new TextDecoder().decode(request.key.path).includes("chain_id");
}

/** What a liar makes of its own fork's state: another value, or none. */
function lie(request: StrangerRequest, reply: StrangerReply): StrangerReply {
  if (
    request.kind !== "value" ||
    request.key?.kind !== "item" ||
    reply.status !== 200 ||
    typeof reply.body === "string"
  )
    return reply;
  const body = reply.body.slice();
  body[body.length - 1]! ^= 1;
  return { ...reply, body };
}

function openSource(
  upstreams: readonly StrangerUpstream[],
  pacing: ReturnType<typeof fastPacing>,
  checkPool: ThreadedCheckPool | undefined,
) {
  return restSource({
    upstreams: upstreams.map(({ url }) => url) as [string],
    once: true,
    // Long enough to be sent to a thread.
    pageRecords: 20,
    decodePage: checkPool?.decodePage,
    pacing,
    // Long enough for an honest answer on a busy machine.
    bounds: { headersMs: 500, idleMs: 500, totalMs: 2_000, bodyBytes: 1 << 20 },
  });
}

async function isThere(store: LedgerStore, goal: bigint): Promise<boolean> {
  return ((await store.summary())?.version ?? -1n) >= goal;
}

async function countWrongRecords({ honest }: Scene, store: LedgerStore): Promise<number> {
  const summary = await store.summary();
  if (summary === undefined) return 0;
  const stored = await store.listRecords(summary.oldestLedgerVersion, 10_000);
  const parts = ["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const;
  return stored.filter((record) => {
    const truth = honest.records[Number(record.version)];
    return truth === undefined || parts.some((part) => !bytesEqual(record[part], truth[part]));
  }).length;
}

function bounded(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}
