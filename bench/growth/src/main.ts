// How do the stores behave as a ledger grows?
// node --conditions=@ledger/source src/main.ts [--store NAME]... [--rows N]... [--history N]... [--json FILE] [--plots FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { round } from "@ledger/bench-report";
import { Growth } from "./dataset.ts";
import { type Figures, measure } from "./measure.ts";
import { places } from "./places.ts";
import { drawPlots } from "./plot.ts";
import type { Point } from "./point.ts";

const { values: options } = parseArgs({
  options: {
    store: { type: "string", multiple: true, default: Object.keys(places) },
    rows: { type: "string", multiple: true, default: ["1000000", "5000000", "20000000", "50000000"] },
    history: { type: "string", multiple: true, default: ["1", "100"] },
    json: { type: "string" },
    plots: { type: "string" },
    /** Draws what an earlier run has written, and measures nothing. */
    from: { type: "string" },
  },
});
const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Grows one store, and measures it at each size. */
async function grow(store: string, history: number, sizes: readonly number[]): Promise<Point[]> {
  const open = places[store];
  if (open === undefined) throw new RangeError(`there is no store ${store}: ${Object.keys(places).join(", ")}`);
  const place = await open();
  const growth = new Growth(history);
  const points: Point[] = [];
  try {
    let ledger = await place.openStore();
    for (const size of sizes) {
      const started = performance.now();
      while (growth.rows < size) await ledger.commit(growth.next());
      const filled = ((performance.now() - started) / 1_000).toFixed(0);
      const { figures, store: again } = await measure(place, ledger, growth);
      ledger = again;
      points.push({ store, history, rows: size, ...figures });
      log(`${store}, ${history}x, ${size} rows, filled in ${filled} s: ${describe(figures)}`);
    }
    await ledger.close();
  } finally {
    await place.remove();
  }
  return points;
}

function describe(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value === undefined ? "none" : round(value)}`)
    .join(", ");
}

async function measureAll(): Promise<Point[]> {
  const sizes = options.rows.map(Number).sort((a, b) => a - b);
  const points: Point[] = [];
  for (const store of options.store) {
    for (const history of options.history) points.push(...(await grow(store, Number(history), sizes)));
  }
  return points;
}

const points =
  options.from === undefined ? await measureAll() : (JSON.parse(readFileSync(options.from, "utf8")) as Point[]);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(points, undefined, 2)}\n`);
if (options.plots !== undefined) {
  mkdirSync(options.plots, { recursive: true });
  for (const { name, svg } of await drawPlots(points)) writeFileSync(join(options.plots, `${name}.svg`), svg);
}
for (const { store, history, rows, ...figures } of points)
  process.stdout.write(`${store} ${history}x ${rows}: ${describe(figures)}\n`);
