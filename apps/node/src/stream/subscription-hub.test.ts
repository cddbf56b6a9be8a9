import { EventEmitter } from "node:events";
import { ApiError } from "@ledger/api-core";
import { afterEach, expect, test, vi } from "vitest";
import { type FollowAnswer, packFollowed } from "../work/followed-part.ts";
import { LargeAnswers } from "../work/large-answers.ts";
import type { FollowQuestion } from "../work/protocol.ts";
import { ClientCounts } from "./client-counts.ts";
import { ClientPace } from "./client-pace.ts";
import { streamLimits } from "./limits.ts";
import { SubscriptionHub } from "./subscription-hub.ts";

/** A connection that takes what it is told to take. */
class Connection extends EventEmitter {
  text = "";
  destroyed = false;
  isFull = false;

  write(data: string | Uint8Array): boolean {
    this.text += typeof data === "string" ? data : Buffer.from(data).toString();
    return !this.isFull;
  }

  end(last: string): void {
    this.text += last;
    this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("close");
  }

  drain(): void {
    this.isFull = false;
    this.emit("drain");
  }

  /** The data that it was sent. */
  get data(): string[] {
    return [...this.text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data]) => data!);
  }
}

type Answer = Partial<FollowAnswer> | Error | Promise<Partial<FollowAnswer>>;

/** A ledger whose questions are answered with its version, unless it is said how. */
function startHub(bounds = { all: 10, ofClient: 10 }) {
  const ledger = { version: 0n, incarnation: 1, oldestLedgerVersion: 0n, timestampUsecs: 0n };
  const asked: { readonly text: string; readonly seen: string | undefined; readonly signal: AbortSignal }[] = [];
  const failures: unknown[] = [];
  let answerOf: (text: string, seen: string | undefined) => Answer = () => ({ body: `"${ledger.version}"` });
  const hub = new SubscriptionHub({
    clients: new ClientCounts(bounds),
    pace: new ClientPace(),
    head: async () => ({ ...ledger }) as never,
    largeAnswers: new LargeAnswers(),
    onFailure: (cause) => failures.push(cause),
    async answerFollowed({ body, seen }: FollowQuestion, { signal }) {
      const text = Buffer.from(body).toString();
      asked.push({ text, seen, signal });
      const { version } = ledger;
      const left = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
      const given = await Promise.race([answerOf(text, seen), left]);
      if (given instanceof Error) return { status: 500, headers: {}, body: undefined, error: given as ApiError };
      const answer: FollowAnswer = { body: undefined, seen: `${version}`, version, follows: "commit", ...given };
      return packFollowed(answer);
    },
  });
  const open = (question: string, client = "a"): Connection => {
    const connection = new Connection();
    hub.open(client, Buffer.from(question), () => connection as never);
    return connection;
  };
  const commit = (version: bigint): void => {
    ledger.version = version;
    hub.noteCommit();
  };
  const answerWith = (answer: typeof answerOf): void => {
    answerOf = answer;
  };
  return { hub, ledger, asked, failures, open, commit, answerWith };
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 5 });
const opened: SubscriptionHub[] = [];
const started = (...args: Parameters<typeof startHub>) => {
  const made = startHub(...args);
  opened.push(made.hub);
  return made;
};

afterEach(async () => {
  for (const hub of opened.splice(0)) await hub.close();
  vi.restoreAllMocks();
});

test("answers at once, and again when something is committed", async () => {
  const { open, commit, asked } = started();
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(['"0"']));
  commit(1n);
  await until(() => expect(connection.data).toEqual(['"0"', '"1"']));
  expect(asked.map(({ text, seen }) => [text, seen])).toEqual([
    ["q", undefined],
    ["q", "0"],
  ]);
});

test("says nothing where nothing is new, and asks no more until the next commit", async () => {
  const { open, commit, asked, answerWith } = started();
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(['"0"']));
  answerWith(() => ({}));
  commit(1n);
  await until(() => expect(asked).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 2 * streamLimits.answerPause));
  expect(asked).toHaveLength(2);
  expect(connection.data).toEqual(['"0"']);
});

test("equal questions are one, whoever asks", async () => {
  const { open, commit, asked } = started();
  const [all, other] = [["a", "b", "a"].map((client) => open("q", client)), open("other")];
  await until(() => {
    for (const { data } of [...all, other]) expect(data).toEqual(['"0"']);
  });
  commit(1n);
  await until(() => {
    for (const { data } of [...all, other]) expect(data).toEqual(['"0"', '"1"']);
  });
  expect(asked.map(({ text }) => text).sort()).toEqual(["other", "other", "q", "q"]);
});

test("many commits are few answers, and the last of them comes", async () => {
  const { open, commit, asked } = started();
  const began = performance.now();
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(['"0"']));
  for (let version = 1n; version <= 100n; version++) {
    commit(version);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await until(() => expect(connection.data.at(-1)).toBe('"100"'));
  const most = (performance.now() - began) / streamLimits.answerPause + 2;
  expect(asked.length).toBeLessThanOrEqual(most);
});

test("batches follow each other without a commit, and without a pause", async () => {
  const { open, asked, answerWith } = started();
  answerWith((_, seen = "0") => {
    const next = Number(seen) + 1;
    return { body: `${next}`, seen: `${next}`, follows: next < 50 ? "now" : "commit" };
  });
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 1}`)));
  expect(asked).toHaveLength(50);
});

test("a client that takes nothing is asked nothing for, and is told what is true when it takes it", async () => {
  const { open, commit, asked } = started();
  const connection = open("q");
  connection.isFull = true;
  await until(() => expect(connection.data).toEqual(['"0"']));
  for (let version = 1n; version <= 5n; version++) commit(version);
  await new Promise((resolve) => setTimeout(resolve, 2 * streamLimits.answerPause));
  expect(asked).toHaveLength(1);
  connection.drain();
  await until(() => expect(connection.data).toEqual(['"0"', '"5"']));
});

test("nothing more can follow: the subscription is complete once all of it was taken", async () => {
  const { hub, open, answerWith } = started();
  answerWith(() => ({ body: '{"errors":[]}', follows: "nothing" }));
  const connection = open("q");
  await until(() => expect(connection.destroyed).toBe(true));
  expect(connection.text).toContain('event: next\ndata: {"errors":[]}\n\nevent: complete\ndata:\n\n');
  expect(new Map(hub.load.ended).get("done")).toBe(1);
  const slow = open("q");
  slow.isFull = true;
  await until(() => expect(slow.data).toHaveLength(1));
  expect(slow.text).not.toContain("complete");
  slow.drain();
  await until(() => expect(slow.text).toContain("event: complete\ndata:\n\n"));
});

test("an answer of before the head, of an index that is behind, is followed by the one of the head", async () => {
  const { open, commit, answerWith, asked } = started();
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(['"0"']));
  answerWith((_, seen) => (asked.length < 4 ? { seen: seen!, version: 3n } : { body: '"late"', version: 9n }));
  commit(9n);
  await until(() => expect(connection.data).toEqual(['"0"', '"late"']));
  expect(asked).toHaveLength(4);
});

test("an answer that nobody waits for any more is ended", async () => {
  const { open, asked, answerWith, hub } = started();
  answerWith(() => new Promise(() => undefined));
  const [one, other] = [open("q"), open("q", "b")];
  await until(() => expect(asked).toHaveLength(1));
  one.destroy();
  expect(asked[0]!.signal.aborted).toBe(false);
  other.destroy();
  expect(asked[0]!.signal.aborted).toBe(true);
  expect(hub.load.open).toBe(0);
  answerWith(() => ({ body: '"again"' }));
  const again = open("q");
  await until(() => expect(again.data).toEqual(['"again"']));
});

test("one client's costly questions do not keep another one's cheap one waiting, even where they are equal", async () => {
  const { open, asked, answerWith } = started();
  answerWith((text) => (text === "costly" ? new Promise(() => undefined) : { body: '"cheap"' }));
  open("costly");
  await until(() => expect(asked).toHaveLength(1));
  const waiting = open("cheap");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(waiting.data).toEqual([]);
  const other = open("cheap", "b");
  await until(() => expect([other.data, waiting.data]).toEqual([['"cheap"'], ['"cheap"']]));
});

test("what fails is tried again, and ended when it fails too often", async () => {
  vi.spyOn(streamLimits as { retry: number }, "retry", "get").mockReturnValue(1);
  const { hub, open, answerWith, asked, failures, commit } = started();
  answerWith(() => (asked.length < 5 ? new Error("the disk is gone") : { body: '"back"' }));
  const connection = open("q");
  await until(() => expect(connection.data).toEqual(['"back"']));
  answerWith(() => new Error("the disk is gone"));
  commit(1n);
  await until(() => expect(connection.destroyed).toBe(true));
  expect(connection.text).toMatch(
    /event: next\ndata: \{"errors":\[\{"message":"the subscription could not be answered: .*\n\n$/,
  );
  expect(connection.text).not.toContain("complete");
  expect(failures).toEqual([new Error("the disk is gone")]);
  expect(new Map(hub.load.ended).get("failed")).toBe(1);
});

test("pauses between tries grow, up to the longest", async () => {
  const { hub, open, answerWith } = started();
  const step = streamLimits.retry / 2;
  const tries: number[] = [];
  let time = 0;
  answerWith(() => {
    tries.push(time);
    return new Error("it takes too long");
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const connection = open("q");
    for (; !connection.destroyed; time += step) {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(step);
    }
  } finally {
    vi.useRealTimers();
  }
  const { retry, longestRetry: longest } = streamLimits;
  const growing = [1, 2, 4, 8, 16].map((times) => times * retry);
  expect(tries.slice(1).map((each, i) => each - tries[i]!)).toEqual([...growing, longest, longest, longest, longest]);
  expect(new Map(hub.load.ended).get("failed")).toBe(1);
});

test("subscriptions are bounded, of each client and in all, also by the length of their questions", async () => {
  const { hub, open } = started({ all: 3, ofClient: 2 });
  const first = open("q");
  open("q");
  const refusal = { status: 503, headers: { "Retry-After": "5" } };
  const refused = (client: string, question = "q") => expect(() => open(question, client)).toThrow(ApiError);
  refused("a");
  open("q", "b");
  refused("c");
  first.destroy();
  open("q", "c");
  expect(hub.load).toMatchObject({ open: 3, opened: 4, refused: 2 });
  const long = started({ all: 1_000, ofClient: 1_000 });
  const most = streamLimits.questionBytesOfClient / streamLimits.longestQuestion;
  const question = "x".repeat(streamLimits.longestQuestion);
  const ofOne = Array.from({ length: most }, () => long.open(question));
  expect(() => long.open(question)).toThrow(expect.objectContaining(refusal));
  ofOne[0]!.destroy();
  long.open(question);
});

test("the node ends: subscriptions are cut, and their clients come again", async () => {
  const { hub, open } = started();
  const connection = open("q");
  await until(() => expect(connection.data).toHaveLength(1));
  await hub.close();
  expect(connection.destroyed).toBe(true);
  expect(connection.text).not.toContain("complete");
  expect(() => open("q")).toThrow("the node ends");
});
