// Counts what the style guide bounds, and holds it against a budget that may only fall.
// pnpm check house [--json] [--list MEASURE] [--write | --raise] [--root FOLDER]
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Budget, compareBudget, fittingBudget, tightened } from "./budget.ts";
import { measure } from "./measures.ts";

const help = `Counts lines, long files and functions, arrows, circles, literals and words, and holds them against budget.json.

  --json          prints the counts as JSON
  --list MEASURE  prints what a measure found, e.g. "repeated blocks"
  --write         lowers the budget to what was counted
  --raise         sets the budget to what was counted, also where that is more: say why in the commit
  --root FOLDER   counts another checkout, and compares nothing
`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean" },
    list: { type: "string" },
    write: { type: "boolean" },
    raise: { type: "boolean" },
    root: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
if (options.help) {
  process.stdout.write(help);
  process.exit(0);
}

const budgetFile = new URL("../budget.json", import.meta.url);
const house = measure(options.root ?? fileURLToPath(new URL("../../../", import.meta.url)));
const counts = Object.fromEntries(Object.entries(house.found).map(([name, list]) => [name, list.length]));
const total = Object.values(house.lines).reduce((sum, count) => sum + count, 0);

if (options.list !== undefined) {
  const list = house.found[options.list];
  if (list === undefined)
    throw new Error(`there is no measure "${options.list}"; there is ${Object.keys(counts).join(", ")}`);
  process.stdout.write(list.map((text) => `${text}\n`).join(""));
} else if (options.json) {
  process.stdout.write(`${JSON.stringify({ total, lines: house.lines, counts }, undefined, 2)}\n`);
} else {
  const rows = [...Object.entries(house.lines), ["source lines", total] as const, ...Object.entries(counts)];
  process.stdout.write(rows.map(([name, count]) => `${String(count).padStart(7)}  ${name}\n`).join(""));
}

if (options.root === undefined && options.list === undefined) {
  const budget = JSON.parse(readFileSync(budgetFile, "utf8")) as Budget;
  const fitting = fittingBudget(house);
  const wanted = options.raise ? fitting : options.write ? tightened(budget, fitting) : budget;
  if (wanted !== budget) writeFileSync(budgetFile, `${JSON.stringify(wanted, undefined, 2)}\n`);
  const problems = compareBudget(house, wanted);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
