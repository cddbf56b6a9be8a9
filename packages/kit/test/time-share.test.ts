import { expect, test } from "vitest";
import { TimeAccounts, TimeShare } from "../src/index.ts";

/** A thread's time, which passes only where work says so. */
function createThread() {
  let now = 0;
  const share = new TimeShare({ clock: () => now });
  const ran: string[] = [];
  /** Works in steps of a millisecond, and notes which question ran. */
  const run = async (name: string, question: AbortSignal, steps: number): Promise<void> => {
    for (let step = 0; step < steps; step++) {
      await share.giveWay(question);
      now += 1;
      if (ran.at(-1) !== name) ran.push(name);
    }
  };
  return { share, ran, run };
}

test("questions take turns, however many parts each has", async () => {
  const { ran, run } = createThread();
  const [many, one] = [new AbortController().signal, new AbortController().signal];
  const parts = Array.from({ length: 20 }, () => run("many", many, 20));
  await run("one", one, 40);
  // Each slice of the one is followed by one of the many: not by one of each part.
  const between = ran.length;
  await Promise.all(parts);
  expect(between).toBeGreaterThan(10);
  expect(ran.slice(0, between)).toEqual(Array.from({ length: between }, (_, i) => ran[i % 2]));
});

test("a question that is not wanted any more ends in its next turn", async () => {
  const { share, run } = createThread();
  const [left, stays] = [new AbortController(), new AbortController()];
  const ended = run("left", left.signal, 1_000_000);
  await run("stays", stays.signal, 20);
  left.abort();
  await expect(ended).rejects.toMatchObject({ name: "AbortError" });
  expect(() => share.giveWay(left.signal)).toThrow("aborted");
});

test("the client that has used least goes first, and time that was not used is not owed", () => {
  const accounts = new TimeAccounts();
  expect(accounts.first([])).toBeUndefined();
  accounts.charge("busy", 100);
  accounts.charge("calm", 10);
  expect(accounts.first(["busy", "calm"])).toBe("calm");
  accounts.charge("calm", 200);
  expect(accounts.first(["busy", "calm"])).toBe("busy");
  // One that comes now begins where the busy one stands.
  expect(accounts.first(["busy", "new"])).toBe("busy");
  accounts.charge("busy", 1);
  expect(accounts.first(["busy", "new"])).toBe("new");
});

test("accounts of any number of clients take bounded memory", () => {
  const accounts = new TimeAccounts();
  for (let i = 0; i < 100_000; i++) accounts.charge(`client ${i}`, 1 + (i % 7));
  expect(accounts.size).toBeLessThan(20_000);
});

test("a client with many questions has as much time as one with one, and each is told what it used", async () => {
  const { share, run } = createThread();
  let left = 8;
  const work = async (client: string): Promise<number> => {
    const { signal } = new AbortController();
    share.assign(signal, client);
    await run(client, signal, client === "one" ? 100 : 1_000);
    // The others go on longer than the one.
    if (client === "one") expect(left).toBe(8);
    left--;
    return share.charge(signal);
  };
  const used = await Promise.all(["many", "many", "many", "many", "many", "many", "many", "one"].map(work));
  expect(used.reduce((sum, each) => sum + each)).toBeGreaterThan(7_000);
  expect(used.at(-1)).toBeGreaterThanOrEqual(95);
  expect(used.at(-1)).toBeLessThanOrEqual(105);
});
