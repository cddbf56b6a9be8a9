// Readers that are slow, vanish and are cut, while the node is killed and its ledger pruned: does each get each event once?
import { setTimeout as delay } from "node:timers/promises";
import { type FollowOptions, follow, StreamGoneError } from "@ledger/api-core/client";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import type { Random } from "@ledger/random";
import { startCuttingProxy } from "../../support/cutting-proxy.ts";
import { EventBook } from "./event-book.ts";

/** Result of a run of readers. */
export interface ReadersReport {
  /** Events that readers got, all together. */
  readonly received: number;
  readonly cuts: number;
  readonly kills: number;
  /** Readings that pruning has overtaken, and that began again at the oldest place. */
  readonly overtaken: number;
  readonly problems: readonly string[];
}

/** Inputs of {@link runReaders}. */
export interface ReadersOptions {
  /** Events that are to be received. */
  readonly count: number;
  readonly random: Random;
  /** Readers at one time. */
  readonly readers: number;
}

/** Lets readers read until they have had so many events together. */
export async function runReaders({ count, random, readers }: ReadersOptions): Promise<ReadersReport> {
  using dataDir = createDataDir();
  const start = (...listen: string[]): Promise<NodeProcess> =>
    startNode(
      "--data-dir",
      dataDir.path,
      "--block-interval",
      "50",
      "--ledger-window",
      "2000",
      "--state-window",
      "1000",
      ...listen,
    );
  let node = await start();
  const { host } = new URL(node.url);
  await using proxy = await startCuttingProxy(node.url, random, 400_000);
  const book = new EventBook();
  const controller = new AbortController();
  let [received, kills, overtaken] = [0, 0, 0];

  /** Reads from the oldest place on, again and again. */
  async function read(reader: number): Promise<void> {
    const isSlow = reader % 4 === 0;
    const vanishes = reader % 4 === 1;
    let options: FollowOptions = { include: ["events"], from: book.oldest };
    let previous: string | undefined;
    while (!controller.signal.aborted) {
      let left = vanishes ? 1 + random.below(500) : 20_000;
      try {
        for await (const { id } of follow(`${proxy.url}/v1`, { ...options, signal: controller.signal })) {
          const place = id.slice(0, id.indexOf("-"));
          book.note(previous, place);
          previous = place;
          options = { ...options, after: id };
          if (++received >= count) controller.abort();
          if (isSlow && received % 64 === 0) await delay(20);
          if (--left === 0) break;
        }
        if (!vanishes) {
          options = { include: ["events"], from: book.oldest };
          previous = undefined;
        }
      } catch (error) {
        if (!(error instanceof StreamGoneError) || error.reason !== "pruned") throw error;
        overtaken++;
        book.oldest = error.oldestVersion;
        options = { include: ["events"], from: error.oldestVersion };
        previous = undefined;
      }
    }
  }

  /** Kills the node again and again, each time after readers have read on. */
  async function kill(): Promise<void> {
    for (;;) {
      const next = received + count / 20 + random.below(count / 10);
      while (received < next && !controller.signal.aborted) await delay(50);
      if (controller.signal.aborted) return;
      node.child.kill("SIGKILL");
      await node.exited;
      kills++;
      node = await start("--listen", host);
    }
  }

  /** Looks up what really follows what, from the records. */
  async function keepBook(): Promise<void> {
    while (!controller.signal.aborted) {
      await book.learn(node.url).catch(() => undefined);
      await delay(200);
    }
  }

  try {
    const done = Promise.all([kill(), keepBook(), ...Array.from({ length: readers }, (_, i) => read(i))]);
    done.catch(() => controller.abort());
    await done;
    await book.learn(node.url);
    return { received, cuts: proxy.cuts, kills, overtaken, problems: book.problems() };
  } finally {
    controller.abort();
    await node.stop();
  }
}
