import { afterEach, expect, test, vi } from "vitest";
import { openFork } from "../src/fork.ts";

afterEach(() => vi.useRealTimers());

test("a forked node that says nothing is said to be waited for after three seconds, and then now and then", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const words: string[] = [];
  const asked = Promise.withResolvers<void>();
  const opened = openFork({
    url: "http://127.0.0.1:9999/v1",
    timeout: 60_000,
    findGroup: async () => undefined,
    onWaiting: (reason) => words.push(reason),
    fetch: (_, { signal }) => {
      asked.resolve();
      return new Promise((_resolve, reject) => {
        end = () => reject(new TypeError("fetch failed", { cause: new Error("bad port") }));
        signal!.addEventListener("abort", () => end());
      });
    },
  });
  let end = (): void => undefined;
  const failed = opened.catch((error: Error) => error.message);
  await asked.promise;
  vi.advanceTimersByTime(2_900);
  expect(words).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(words).toEqual(["127.0.0.1:9999 did not give the ledger's chain id: no answer yet; trying for 57 s more"]);
  vi.advanceTimersByTime(9_000);
  expect(words).toHaveLength(1);
  vi.advanceTimersByTime(3_000);
  expect(words).toHaveLength(2);
  // No time is left for another request.
  vi.advanceTimersByTime(60_000);
  end();
  expect(await failed).toContain("no connection (fetch never asks this port); stopped waiting");
});
