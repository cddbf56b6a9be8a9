import { parser } from "@prometheus-io/lezer-promql";
import { expect } from "vitest";
import type { Sample } from "./metrics.ts";

/** A selector of a query: a metric and the labels that it names. */
interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Reads a query with the grammar of Prometheus. @throws for what is no query */
export function readQuery(text: string): {
  readonly selectors: readonly Selector[];
  readonly grouping: readonly string[];
} {
  const selectors: { name: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter(node) {
      const part = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`no query: ${text} (at ${node.from})`);
      if (node.name === "VectorSelector") selectors.push({ name: /^[\w:]+/.exec(part)?.[0] ?? "", labels: [] });
      if (node.name === "LabelName") {
        if (node.node.parent?.name === "GroupingLabels") grouping.push(part);
        else selectors.at(-1)?.labels.push(part);
      }
    },
  });
  return { selectors, grouping };
}

/** Labels that Prometheus adds to what it scrapes. */
const addedLabels = ["instance", "job"];

/** Asserts that a node exports what a query asks for, with the labels that it names. */
export function expectExported(query: string, samples: readonly Sample[]): void {
  const { selectors, grouping } = readQuery(query);
  expect(selectors, query).not.toEqual([]);
  for (const { name, labels } of selectors) {
    if (name === "up") continue;
    const found = samples.find((sample) => sample.name === name);
    expect(found, `${name} of ${query}`).toBeDefined();
    const known = [...Object.keys(found?.labels ?? {}), ...addedLabels];
    for (const label of [...labels, ...grouping]) expect(known, `${label} in ${query}`).toContain(label);
  }
}
