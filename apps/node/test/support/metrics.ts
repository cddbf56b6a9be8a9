import parseText from "parse-prometheus-text-format";
import { expect } from "vitest";

/** One value of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Scrapes a node and reads the answer with a Prometheus library. */
export async function scrape(admin: string): Promise<readonly Sample[]> {
  const response = await fetch(`${admin}/metrics`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  // The library reads a histogram as one, whatever its labels: without the types, its values are read one by one.
  const text = (await response.text()).replace(/^# TYPE .*\n/gm, "");
  return parseText(text).flatMap(({ name, metrics }) =>
    metrics.map(({ labels = {}, value }) => ({ name, labels, value: Number(value) })),
  );
}

/** The sum of the values of a metric with these labels. */
export function readValue(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  expect(found.length, `samples of ${name} ${JSON.stringify(labels)}`).toBeGreaterThan(0);
  return found.reduce((sum, { value }) => sum + value, 0);
}
