// Does every native and instruction take the time that its gas pays for?
// node --conditions=@ledger/source src/gas.ts [--rounds N] [--milliseconds N] [--only TEXT] [--json FILE]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { median } from "@ledger/bench-report";
import { loadCrypto } from "@ledger/vm/natives";
import { GasMachine } from "./gas/gas-machine.ts";
import { addRow } from "./gas/instruction-rows.ts";
import { type Judged, judge } from "./gas/judge.ts";
import type { GasRow } from "./gas/row.ts";
import { gasRows } from "./gas/rows.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    milliseconds: { type: "string", default: "20" },
    only: { type: "string", default: "" },
    json: { type: "string" },
  },
});
const milliseconds = Number(options.milliseconds);

await loadCrypto();
const machine = await GasMachine.create();
const rows = gasRows.filter(({ name }) => name.includes(options.only));
const yardstick: number[] = [];
const found: Judged[] = [];
for (const row of rows) found.push(judge(row, await ratiosOf(row)));
const judged = found.toSorted((a, b) => b.ratio / b.limit - a.ratio / a.limit);
const add = median(yardstick);
process.stdout.write(`${table(judged)}\n\nadd: ${add.toPrecision(3)} ns for a unit of internal gas\n`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ add, rows: judged }, undefined, 2)}\n`);
const over = judged.filter(({ isOver }) => isOver);
process.stdout.write(`${over.length} of ${judged.length} rows are over their limit or grow\n`);
if (over.length > 0) process.exitCode = 1;

/** Times `add`, by size. The yardstick is measured along with each row, so that a busy moment touches both. */
async function ratiosOf(row: GasRow): Promise<number[]> {
  const [unit] = await machine.measure(addRow, addRow.sizes[0]!, milliseconds, 1);
  yardstick.push(unit!);
  const ratios: number[] = [];
  for (const size of row.sizes) {
    ratios.push(median(await machine.measure(row, size, milliseconds, Number(options.rounds))) / unit!);
  }
  process.stderr.write(`${row.name} ${ratios.map((ratio) => ratio.toFixed(1)).join(" ")}\n`);
  return ratios;
}

/** The rows as text, the worst first. */
function table(lines: readonly Judged[]): string {
  return lines
    .map(({ name, ratios, ratio, growth, limit, isOver }) =>
      [
        isOver ? "OVER" : "    ",
        `${ratio.toFixed(1)}x of ${limit}x`.padEnd(16),
        `growth ${growth.toFixed(2)}`.padEnd(13),
        ratios.map((value) => value.toFixed(1).padStart(7)).join(""),
        ` ${name}`,
      ].join(" "),
    )
    .join("\n");
}
