import { AggregatorRegistry, type Registry } from "prom-client";
import type { MetricValues } from "./serving-metrics.ts";

/**
 * Merges what several processes have counted: values of the same name and labels are added up. What belongs to one process
 * carries its name in a label, so nothing is added to it.
 */
export function mergeMetrics(parts: readonly MetricValues[]): Registry {
  const summed = parts.map((values) => values.map((metric) => ({ ...metric, aggregator: "sum" })));
  return AggregatorRegistry.aggregate(summed);
}

/** The counts of all processes that have ended, added up; how they were doing is over. */
export function addCounts(before: MetricValues, ended: readonly MetricValues[]): Promise<MetricValues> {
  const counts = ended.map((metrics) => metrics.filter(({ name }) => isCount(name)));
  return mergeMetrics([before, ...counts]).getMetricsAsJSON();
}

/** Returns true if a metric only grows and is summed over processes: those of Node itself belong to a process. */
function isCount(name: string): boolean {
  return name.startsWith("ledger_") && (name.endsWith("_total") || name.endsWith("_duration_seconds"));
}
