import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Figures } from "./measure.ts";
import type { Point } from "./point.ts";

/** The title of each figure. */
const titles: Readonly<Record<keyof Figures, string>> = {
  read_us: "point read, microseconds",
  page_ms: "page of 100 keys, ms",
  commit_ms: "durable commit of 8,000 rows, ms",
  prune_rows_per_s: "pruning, rows a second",
  bytes_per_row: "bytes of a row of state",
  verify_rows_per_s: "verify, rows a second",
  open_ms: "opening until the first answer, ms",
};

/** Draws each figure over the rows of state, a line for each store and history. @returns SVG, by the names of the figures */
export async function drawPlots(points: readonly Point[]): Promise<{ name: string; svg: string }[]> {
  const drawn: { name: string; svg: string }[] = [];
  for (const [name, title] of Object.entries(titles)) {
    const values = points.map(({ store, history, ...rest }) => ({ ...rest, of: `${store}, ${history}x` }));
    const { spec } = compile(specOf(name, title, values));
    drawn.push({
      name: `growth-${name.replaceAll("_", "-")}`,
      svg: `${await new View(parse(spec), { renderer: "none" }).toSVG()}\n`,
    });
  }
  return drawn;
}

function specOf(name: string, title: string, values: object[]): TopLevelSpec {
  return {
    width: 480,
    height: 240,
    background: "white",
    title,
    data: { values },
    mark: { type: "line", point: true },
    encoding: {
      x: {
        field: "rows",
        type: "quantitative",
        scale: { type: "log" },
        title: "rows of state",
        axis: { format: "~s" },
      },
      y: { field: name, type: "quantitative", scale: { zero: true }, title: null },
      color: { field: "of", type: "nominal", title: "store, history" },
    },
  };
}
