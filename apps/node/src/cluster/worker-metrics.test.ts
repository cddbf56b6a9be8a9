import { expect, test } from "vitest";
import { mergeMetrics } from "../metrics/merge-metrics.ts";
import { type MetricValues, ServingMetrics } from "../metrics/serving-metrics.ts";
import { WorkerMetrics } from "./worker-metrics.ts";

/** What a process tells that has answered so many requests. */
async function counted(process: string, requests: number): Promise<readonly MetricValues[]> {
  const metrics = new ServingMetrics(process);
  for (let i = 0; i < requests; i++) metrics.observe("get_ledger_info", 200, 0.001);
  return [await metrics.collect()];
}

/** Requests that a scrape would see. */
async function seen({ parts }: WorkerMetrics): Promise<number> {
  const text = await mergeMetrics(parts).metrics();
  const count = /^ledger_http_request_duration_seconds_count\{.*\} (\d+)$/m.exec(text)?.[1];
  return Number(count ?? 0);
}

test("processes that end at one time are all counted, at every moment", async () => {
  const metrics = new WorkerMetrics();
  for (const [worker, requests] of [5, 7, 11].entries()) {
    const parts = await counted(`api-${worker}`, requests);
    await metrics.collect(worker, async () => parts);
  }
  expect(await seen(metrics)).toBe(23);
  const ends = [0, 1, 2].map((worker) => metrics.end(worker));
  for (const end of ends) {
    expect(await seen(metrics)).toBe(23);
    await end;
  }
  expect(await seen(metrics)).toBe(23);
  // How they were doing is over.
  expect(await mergeMetrics(metrics.parts).metrics()).not.toContain("process_resident_memory_bytes");
});

test("a process that ends while it is asked, or does not answer, is left out of the scrape and counted once", async () => {
  const metrics = new WorkerMetrics();
  const [before, after] = [await counted("api-1", 3), await counted("api-1", 4)];
  await metrics.collect(1, async () => before);
  const late = Promise.withResolvers<readonly MetricValues[]>();
  const asked = metrics.collect(1, () => late.promise);
  const ended = metrics.end(1);
  late.resolve(after);
  await asked;
  await metrics.collect(1, () => Promise.reject(new Error("the process has gone")));
  await ended;
  expect(await seen(metrics)).toBe(3);
  await metrics.collect(1, async () => after);
  expect(await seen(metrics)).toBe(3);
});
