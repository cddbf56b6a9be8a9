// How fast is @ledger/bcs, compared with other codecs, on the same values?
// node src/main.ts [--long] [--rounds N] [--milliseconds N] [--work NAME] [--library NAME] [--json FILE] [--check]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { libraries } from "./libraries.ts";
import { type Codec, type Work, works } from "./library.ts";
import { measure, type Rates } from "./measure.ts";
import { report, type Sample } from "./report.ts";

const subject = "@ledger/bcs";

const { values: options } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    rounds: { type: "string" },
    milliseconds: { type: "string" },
    work: { type: "string", multiple: true },
    library: { type: "string", multiple: true },
    json: { type: "string" },
    check: { type: "boolean", default: false },
    child: { type: "boolean", default: false },
  },
});

// The short form takes less than four minutes, and says which way a cell lies; the long one narrows its range.
const rounds = Number(options.rounds ?? (options.long ? 7 : 3));
const milliseconds = Number(options.milliseconds ?? (options.long ? 600 : 250));

async function load(name: string, work: Work): Promise<Codec | undefined> {
  const { library } = await libraries[name]!();
  return library[work];
}

/** BCS libraries must make the bytes of the hand-written routine, or the comparison means nothing. */
async function check(): Promise<void> {
  for (const name of Object.keys(libraries).filter((one) => one !== "@dao-xyz/borsh")) {
    for (const work of works) {
      const [codec, reference] = [await load(name, work), await load("hand-written", work)];
      if (codec === undefined || codec.note === "does not sort") continue;
      if (Buffer.compare(codec.encode(), reference!.encode()) !== 0) throw new Error(`${name}: ${work}: other bytes`);
      codec.decode();
    }
  }
}

// Every pair of library and work has a process of its own: none runs on code that another one made polymorphic.
function measureApart(name: string, work: Work): Rates {
  const program = fileURLToPath(import.meta.url);
  const args = ["--child", "--library", name, "--work", work, "--milliseconds", String(milliseconds)];
  const output = execFileSync(process.execPath, [...process.execArgv, program, ...args], { encoding: "utf8" });
  return JSON.parse(output.trim().split("\n").at(-1)!) as Rates;
}

if (options.child) {
  const codec = await load(options.library![0]!, options.work![0] as Work);
  process.stdout.write(`${JSON.stringify(measure(codec!, milliseconds))}\n`);
} else {
  await check();
  if (!options.check) {
    const names = Object.keys(libraries).filter((name) => options.library?.includes(name) ?? true);
    const samples: Sample[] = [];
    const tasks: Omit<Sample, "rates">[] = [];
    for (const work of works.filter((one) => options.work?.includes(one) ?? true)) {
      for (const name of names) {
        const codec = await load(name, work);
        if (codec !== undefined) tasks.push({ name, work, note: codec.note ?? "" });
      }
    }
    for (let round = 0; round < rounds; round++) {
      for (const task of tasks) samples.push({ ...task, rates: measureApart(task.name, task.work) });
    }
    const { text, rows } = report(samples, subject);
    process.stdout.write(text);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
  }
}
