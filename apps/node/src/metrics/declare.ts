import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";

/** A reading of a metric: one value, values by the one label it has, or nothing while it is not known. */
export type MetricReading = number | bigint | undefined | Iterable<readonly [label: string, value: number]>;

/** A metric whose value is looked up when it is scraped. */
export interface DeclaredMetric<P> {
  readonly name: string;
  readonly help: string;
  /** The one label of its values, with few values of its own. */
  readonly label?: string;
  /** @param from - what one scrape sees */
  readonly read: (from: P) => MetricReading;
}

/**
 * Registers metrics that are looked up when they are scraped: those whose names end in `_total` are counters.
 *
 * @param look - what the scrape under way sees
 */
export function declareMetrics<P>(register: Registry, metrics: readonly DeclaredMetric<P>[], look: () => P): void {
  for (const { name, help, label, read } of metrics) {
    const labelNames = label === undefined ? [] : [label];
    const values = (): readonly (readonly [Record<string, string>, number])[] => {
      const reading = read(look());
      if (reading === undefined) return [];
      if (typeof reading === "number" || typeof reading === "bigint") return [[{}, Number(reading)]];
      return Array.from(reading, ([value, count]) => [{ [label ?? ""]: value }, count] as const);
    };
    const common = { name, help, labelNames, registers: [register] };
    if (name.endsWith("_total")) {
      new Counter({
        ...common,
        collect() {
          const known = values();
          this.reset();
          for (const [labels, value] of known) this.inc(labels, value);
          // By itself a metric without labels is 0, which would be a statement.
          if (label === undefined && known.length === 0) this.remove();
        },
      });
    } else {
      new Gauge({
        ...common,
        collect() {
          const known = values();
          this.reset();
          for (const [labels, value] of known) this.set(labels, value);
          if (label === undefined && known.length === 0) this.remove();
        },
      });
    }
  }
}

/** Reads and writes that were tried again: counted where requests are answered, and where the ledger is kept. */
export const storeRetries = {
  name: "ledger_store_retries_total",
  help: "Reads and writes of the database server that failed and were tried again, by SQLSTATE, or connection.",
  label: "sqlstate",
} as const;

/** The name of the process that starts the others. */
export const mainProcess = "main";

/**
 * Registers what Node tells of this process: processor time, memory, event loop, garbage collection.
 *
 * @param name - what the process is called in the label `process`: one of few, taken again by the process that replaces it
 */
export function declareProcess(register: Registry, name: string): void {
  collectDefaultMetrics({ register, labels: { process: name } });
}
