import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ApiResponse, createApi, routeNotFound } from "../src/index.ts";

const request = { params: {}, query: new URLSearchParams() };

/** A store that answers nothing any more. */
function hangingStore(): LedgerReader {
  return { ...createMemoryStore(), summary: () => new Promise<never>(() => undefined) } as unknown as LedgerReader;
}

test("while the store hangs, health, refusals, preflights and documents are answered in seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const api = createApi({ store: hangingStore() });
  const answers: Record<string, Promise<ApiResponse>> = {
    health: api.handle("healthy", request),
    refusal: api.failure(routeNotFound()),
    preflight: api.preflight(),
    document: api.handle("spec_json", request),
  };
  await vi.advanceTimersByTimeAsync(2_000);
  const statuses = await Promise.all(
    Object.entries(answers).map(async ([name, answer]) => [name, (await answer).status] as const),
  );
  expect(Object.fromEntries(statuses)).toEqual({ health: 503, refusal: 404, preflight: 200, document: 200 });
  expect(vi.getTimerCount()).toBe(0);
});
