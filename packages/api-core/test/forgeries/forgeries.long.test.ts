import { createApi } from "@ledger/api-core";
import { Random } from "@ledger/random";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { randomTest } from "@ledger/test-run";
import { formatHex, moduleKey, parseAddress } from "@ledger/types";
import {
  decodeStateAnswer,
  encodeStateAnswer,
  type StateAnswer,
  VerificationError,
  verifyState,
} from "@ledger/verifier";
import { expect } from "vitest";
import { ask } from "../support/ask.ts";
import { openDemoStore } from "../support/demo-store.ts";
import { type Forgery, forgeries, type Honest } from "./forge.ts";

type Question = Parameters<typeof verifyState>[1];
type Trusted = Parameters<typeof verifyState>[2];

const framework = parseAddress("0x1");

/** Asks a node honestly for what a liar may make something of. */
class HonestNode {
  readonly #random: Random;
  readonly #store: LedgerStore;
  readonly #api: ReturnType<typeof createApi>;
  readonly #summary: LedgerSummary;
  readonly #present: readonly Uint8Array[];

  private constructor(random: Random, store: LedgerStore, summary: LedgerSummary, present: readonly Uint8Array[]) {
    this.#random = random;
    this.#store = store;
    this.#api = createApi({ store });
    this.#summary = summary;
    this.#present = present;
  }

  static async open(random: Random): Promise<HonestNode> {
    const store = await openDemoStore(20);
    const summary = (await store.summary())!;
    const { entries } = await store.listState({ version: summary.version, prefix: new Uint8Array(0), limit: 4_000 });
    const present = entries.filter(({ bytes }) => bytes.length < 4_000).map(({ key }) => key);
    return new HonestNode(random, store, summary, present);
  }

  async trusted(): Promise<Trusted> {
    const { version } = this.#summary;
    return { ledgerVersion: version, accumulatorRoot: (await this.#store.readRecord(version)).accumulatorRoot };
  }

  /** An answer about some keys, there or not, at some block, and what a liar may take its place. */
  async ask(): Promise<{ readonly honest: Honest; readonly question: Question }> {
    const random = this.#random;
    const height = 1 + random.below(Number(this.#summary.blockHeight) - 2);
    const absent = (): Uint8Array => moduleKey(framework, `absent_${random.below(1_000_000)}`);
    const others = Array.from({ length: 1 + random.below(12) }, () =>
      random.chance(0.7) ? random.pick(this.#present) : absent(),
    );
    const keys = [random.pick(this.#present), absent(), ...others];
    const version = await this.#versionOf(height);
    const root = this.#summary.version;
    const fewer = keys.filter((key) => key !== keys[0]);
    const honest: Honest = {
      answer: await this.#prove(keys, version, root),
      ofOtherBlock: await this.#prove(keys, await this.#versionOf(height - 1), root),
      ofOtherRoot: await this.#prove(keys, version, await this.#versionOf(height + 1)),
      ofMoreKeys: await this.#prove([...keys, moduleKey(framework, "one_more")], version, root),
      ofFewerKeys: await this.#prove(fewer, version, root),
    };
    return { honest, question: { keys, version } };
  }

  close(): Promise<void> | void {
    return this.#store.close();
  }

  async #versionOf(height: number): Promise<bigint> {
    return (await this.#store.findBlockByHeight(BigInt(height)))!.lastVersion;
  }

  async #prove(keys: readonly Uint8Array[], version: bigint, rootVersion: bigint): Promise<StateAnswer> {
    const response = await ask(this.#api, "prove_state_keys", {
      query: { ledger_version: String(version), root_version: String(rootVersion) },
      body: { keys: keys.map(formatHex) },
      accept: "application/x-bcs",
    });
    if (response.status !== 200) throw new Error(`the node does not prove: ${String(response.body)}`);
    return decodeStateAnswer(response.body as Uint8Array);
  }
}

/** @returns what is wrong about the way in which a forgery is refused */
function faultOf(forgery: Forgery, question: Question, trusted: Trusted): string | undefined {
  try {
    verifyState(decodeStateAnswer(encodeStateAnswer(forgery.answer)), question, trusted);
    return "was accepted";
  } catch (error) {
    if (!(error instanceof VerificationError)) return `led to ${String(error)}`;
    if (forgery.steps.includes(error.step)) return undefined;
    return `was refused at ${error.step}, not at ${forgery.steps.join(" or ")}: ${error.message}`;
  }
}

const run = { seed: 20_261_123, count: 1_000 };
randomTest("a forged answer of any kind is refused at the right step", run, async ({ seed, count }) => {
  const random = new Random(seed);
  const node = await HonestNode.open(random);
  const trusted = await node.trusted();
  const kinds = new Set<string>();
  const faults: string[] = [];
  for (let made = 0; made < count; ) {
    const { honest, question } = await node.ask();
    verifyState(honest.answer, question, trusted);
    for (const [kind, forge] of Object.entries(forgeries)) {
      const forgery = forge(honest, random);
      if (forgery === undefined) continue;
      made++;
      kinds.add(kind);
      const fault = faultOf(forgery, question, trusted);
      if (fault !== undefined) faults.push(`${kind} ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect([...kinds].sort()).toEqual(Object.keys(forgeries).sort());
  await node.close();
});
