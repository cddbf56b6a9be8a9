import { EventEmitter } from "node:events";
import { ApiError, type ApiResponse, endIndex, type StreamMark, type StreamQuestion } from "@ledger/api-core";
import { afterEach, expect, test, vi } from "vitest";
import { LargeAnswers } from "../work/large-answers.ts";
import { ClientCounts } from "./client-counts.ts";
import { ClientPace } from "./client-pace.ts";
import { streamLimits } from "./limits.ts";
import { StreamHub } from "./stream-hub.ts";

const tag = "0123456789abcdef";

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

  /** The versions that it was sent. */
  get versions(): number[] {
    return [...this.text.matchAll(/^data: (\d+)$/gm)].map(([, version]) => Number(version));
  }
}

/** A page as the node packs it. */
function pack(items: string, spans: number[][], next: StreamMark, isEnd: boolean): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(JSON.stringify({ spans, next: { ...next, version: `${next.version}` }, isEnd }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return new Uint8Array(Buffer.concat([length, head, Buffer.from(items)]));
}

/** A ledger with an item in each version, of which a page has ten. */
function startHub(bounds = { all: 10, ofClient: 10 }) {
  const ledger = {
    ...{ version: 0n, oldestLedgerVersion: 0n, incarnation: 1, timestampUsecs: 0n },
    answer: undefined as ApiResponse | undefined,
  };
  const asked: StreamQuestion[] = [];
  const failures: string[] = [];
  const hardWork = Promise.withResolvers<void>();
  const hub = new StreamHub({
    clients: new ClientCounts(bounds),
    pace: new ClientPace(),
    head: async () => ({ ...ledger }) as never,
    largeAnswers: new LargeAnswers(),
    onFailure: (place, cause) => failures.push(`${place}: ${(cause as Error).message}`),
    async read(question) {
      asked.push(question);
      if (ledger.answer !== undefined) return ledger.answer;
      const { filters, after, to } = question;
      if (filters.includes("hard")) await hardWork.promise;
      let text = filters.includes("large") ? `:${"x".repeat(streamLimits.heldBytes / 3)}\n` : "";
      let version = after.version;
      while (version < to && version < after.version + 10n) text += `id: ${++version}\ndata: ${version}\n\n`;
      const spans = filters.map((filter) => (filter === "nothing" || text === "" ? [] : [0, text.length]));
      const body = pack(text, spans, { version, index: endIndex, tag }, version === to);
      return { status: 200, headers: {}, body };
    },
  });
  const open = (filter: string, after?: StreamMark, client = "a"): Connection => {
    const connection = new Connection();
    hub.open(client, { filter, after }, () => connection as never);
    return connection;
  };
  const commit = (version: bigint): void => {
    ledger.version = version;
    hub.noteCommit();
  };
  return { hub, ledger, asked, failures, open, commit, hardWork };
}

const start: StreamMark = { version: -1n, index: endIndex };
const upTo = (last: number, first = 0): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 5 });
const opened: StreamHub[] = [];
const started = (...args: Parameters<typeof startHub>) => {
  const made = startHub(...args);
  opened.push(made.hub);
  return made;
};

afterEach(async () => {
  for (const hub of opened.splice(0)) await hub.close();
});

test("brings the past and what comes, to who begins anywhere", async () => {
  const { open, commit } = started();
  commit(35n);
  const [whole, part, newest] = [open("all", start), open("all", { version: 20n, index: endIndex }), open("all")];
  await until(() => expect(whole.versions).toEqual(upTo(35)));
  await until(() => expect(newest.text).toContain("event: at\nid: 35."));
  commit(47n);
  await until(() => expect(whole.versions).toEqual(upTo(47)));
  await until(() => expect(part.versions).toEqual(upTo(47, 21)));
  await until(() => expect(newest.versions).toEqual(upTo(47, 36)));
});

test("those at one place share one part", async () => {
  const { open, commit, asked } = started();
  const connections = ["x", "y", "z", "nothing"].map((filter) => open(filter));
  await until(() => {
    for (const { text } of connections) expect(text).toContain("event: at");
  });
  asked.length = 0;
  commit(5n);
  await until(() => {
    for (const { versions } of connections.slice(0, 3)) expect(versions).toEqual(upTo(5, 1));
  });
  expect(asked.map(({ filters }) => [...filters].sort())).toEqual([["nothing", "x", "y", "z"]]);
  expect(connections[3]!.versions).toEqual([]);
});

test("a slow client is waited for and gets everything, and others do not wait for it", async () => {
  const { open, commit, asked } = started();
  const [slow, quick] = [open("all", start), open("all", start)];
  await until(() => expect(slow.versions).toEqual([0]));
  slow.isFull = true;
  commit(10n);
  await until(() => expect(quick.versions).toEqual(upTo(10)));
  commit(60n);
  await until(() => expect(quick.versions).toEqual(upTo(60)));
  expect(slow.versions).toEqual(upTo(10));
  asked.length = 0;
  slow.drain();
  await until(() => expect(slow.versions).toEqual(upTo(60)));
  expect(asked.length).toBe(5);
});

test("those who take nothing hold up each other, and nobody at the head", async () => {
  const { open, commit, asked } = started();
  commit(4n);
  const quick = open("all");
  const stuck = [0n, 1n, 2n].map((version) => {
    const connection = open("large", { version, index: endIndex });
    connection.isFull = true;
    return connection;
  });
  await until(() => expect(stuck.every(({ text }) => text.length > streamLimits.sliceBytes)).toBe(true));
  const waiting = open("large", { version: -1n, index: endIndex });
  await until(() => expect(asked.some(({ after }) => after.version === -1n)).toBe(true));
  commit(5n);
  await until(() => expect(quick.versions).toEqual([5]));
  expect(waiting.versions).toEqual([]);
  stuck[0]!.destroy();
  await until(() => expect(waiting.text.includes("\ndata: 5\n")).toBe(true));
});

test("those at the head do not wait for what one of them has asked for besides", async () => {
  const { open, commit, asked, hardWork } = started();
  commit(4n);
  const [own, other] = [open("all", undefined, "a"), open("all", undefined, "b")];
  await until(() => {
    for (const { text } of [own, other]) expect(text).toContain("event: at");
  });
  for (const version of [0n, 1n, 2n]) open("hard", { version, index: endIndex }, "a");
  await until(() => expect(asked.filter(({ filters }) => filters[0] === "hard").length).toBe(2));
  commit(5n);
  await until(() => expect([own.versions, other.versions]).toEqual([[5], [5]]));
  hardWork.resolve();
});

test("a place above the head is waited for when a client has made it up, and is compared before it counts", async () => {
  const { open, commit, asked } = started();
  const future = open("all", { version: 19n, index: endIndex });
  const elsewhere = open("all", { version: 0n, index: endIndex, tag: "ffffffffffffffff" });
  await until(() => expect(asked.map(({ after }) => after.tag)).toContain("ffffffffffffffff"));
  expect(future.versions).toEqual([]);
  commit(22n);
  await until(() => expect(future.versions).toEqual(upTo(22, 20)));
  elsewhere.destroy();
});

test("says that nothing can follow, and ends", async () => {
  const { open, ledger, hub } = started();
  ledger.answer = { status: 410, headers: {}, body: "event: gone\ndata: {}\n\n" };
  const connection = open("all", start);
  await until(() => expect(connection.destroyed).toBe(true));
  expect(connection.text).toContain(`retry: ${streamLimits.comeAgainGone}\nevent: gone\n`);
  expect(hub.load).toMatchObject({ open: 0, opened: 1, ended: expect.arrayContaining([["gone", 1]]) });
});

test("a place of this ledger above the head is waited for while the newest block is old, else it is none", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"], now: 1_000_000_000 });
  const sweep = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(streamLimits.sweep);
  };
  try {
    const { open, commit, ledger } = started();
    const connection = open("all", { version: 9n, index: endIndex, tag });
    for (let time = 0; time <= streamLimits.ahead + 5_000; time += streamLimits.sweep) await sweep();
    expect(connection.destroyed).toBe(false);
    ledger.timestampUsecs = BigInt(Date.now()) * 1_000n;
    commit(1n);
    for (let tries = 0; tries < 8 && !connection.destroyed; tries++) await sweep();
    expect(connection.text).toContain('"reason":"reset"');
    expect(connection.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("a ledger that has lost blocks and has as many others is noticed before the next one", async () => {
  const { open, ledger } = started();
  const connection = open("all");
  await until(() => expect(connection.text).toContain("event: at"));
  ledger.answer = { status: 410, headers: {}, body: "event: gone\ndata: {}\n\n" };
  ledger.incarnation = 2;
  await until(() => expect(connection.destroyed).toBe(true));
  expect(connection.text).toContain("event: gone");
});

test("is bounded for each client and in all; who leaves makes room", async () => {
  const { open, hub } = started({ all: 3, ofClient: 2 });
  const first = open("all");
  open("all");
  expect(() => open("all")).toThrow("too many streams");
  open("all", undefined, "b");
  expect(() => open("all", undefined, "c")).toThrow("too many streams");
  first.destroy();
  open("all", undefined, "c");
  expect(hub.load).toMatchObject({ open: 3, opened: 4, refused: 2 });
});

test("an answer that cannot begin gives its place back", () => {
  const { hub, open } = started({ all: 1, ofClient: 1 });
  const fail = () => {
    throw new Error("gone already");
  };
  expect(() => hub.open("a", { filter: "all", after: undefined }, fail)).toThrow("gone already");
  open("all");
  expect(hub.load.open).toBe(1);
});

test("says why streams end of which nothing can be read, once for all of them", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const { open, ledger, asked, failures } = started();
    ledger.answer = { status: 500, headers: {}, body: "{}", error: new ApiError("internal_error", "a broken record") };
    const connections = [open("all", start), open("all", start)];
    while (asked.length < streamLimits.mostTries) {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(streamLimits.retry);
    }
    while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true]);
    expect(failures).toEqual(["-1.4294967295: a broken record"]);
  } finally {
    vi.useRealTimers();
  }
});

test("tries again what could not be read, and takes nobody on when it has closed", async () => {
  const { open, ledger, asked, hub } = started();
  ledger.answer = { status: 503, headers: {}, body: "{}" };
  const connection = open("all", start);
  await until(() => expect(asked.length).toBeGreaterThan(0));
  ledger.answer = undefined;
  await until(() => expect(connection.versions).toEqual([0]));
  await hub.close();
  expect(connection.destroyed).toBe(true);
  expect(() => open("all")).toThrow("the node ends");
  expect(hub.load.refused).toBe(0);
});
