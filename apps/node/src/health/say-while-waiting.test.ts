import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { sayWhileWaiting, untilFirstAnswer } from "./say-while-waiting.ts";

afterEach(() => vi.useRealTimers());

test("a wait is said after three seconds, then after pauses that grow, and not when it is over", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const said: number[] = [];
  const end = sayWhileWaiting((seconds) => said.push(seconds));
  vi.advanceTimersByTime(2_999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([3, 9, 21, 45]);
  vi.advanceTimersByTime(3_600_000);
  expect(said.length).toBeLessThan(20);
  const before = said.length;
  end();
  vi.advanceTimersByTime(3_600_000);
  expect(said).toHaveLength(before);
});

test("a server that never answered is said to be silent; one that did is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const answers: ServerResponse[] = [];
  const server = createServer((_, response) => answers.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words: string[] = [];
  const ask = untilFirstAnswer((name, seconds) => words.push(`${name} ${seconds}`));
  const answerTo = async (count: number, wait: number): Promise<void> => {
    const asked = ask(`http://${host}/v1`);
    await vi.waitFor(() => expect(answers).toHaveLength(count), { interval: 1 });
    vi.advanceTimersByTime(wait);
    answers.at(-1)!.end("{}");
    await (await asked).text();
  };
  await answerTo(1, 3_500);
  expect(words).toEqual([`${host} 3`]);
  await answerTo(2, 30_000);
  expect(words).toHaveLength(1);
  server.closeAllConnections();
  server.close();
});
