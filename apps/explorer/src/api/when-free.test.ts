import { expect, onTestFinished, test, vi } from "vitest";
import { whenFree } from "./when-free.ts";

/** A node that is busy for some requests. */
function busyFor(requests: number, headers: Record<string, string> = { "retry-after": "2" }) {
  const asked: number[] = [];
  const reach = whenFree(async () => {
    asked.push(Date.now());
    return asked.length <= requests ? new Response("busy", { status: 503, headers }) : new Response("free");
  });
  return { asked, reach };
}

function useFakeTime(): void {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
}

test("a busy node is asked again when it says to, three times in all", async () => {
  useFakeTime();
  const freeSoon = busyFor(2);
  const answer = freeSoon.reach("/v1", {});
  await vi.runAllTimersAsync();
  expect((await answer).status).toBe(200);
  expect(freeSoon.asked).toEqual([0, 2_000, 4_000]);

  const busy = busyFor(9);
  const refusal = busy.reach("/v1", { method: "GET" });
  await vi.runAllTimersAsync();
  expect((await refusal).status).toBe(503);
  expect(busy.asked.length).toBe(3);
});

test("what may change something is sent once, and no node is waited for long", async () => {
  for (const [request, headers] of [
    [{ method: "POST" }, { "retry-after": "1" }],
    [{}, { "retry-after": "60" }],
    [{}, {}],
  ] as const) {
    const { asked, reach } = busyFor(1, headers);
    expect((await reach("/v1/transactions", request)).status).toBe(503);
    expect(asked.length).toBe(1);
  }
});
