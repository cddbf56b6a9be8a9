// How much slower is following a verified ledger than committing it unverified, and than hashing it alone?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--records N] [--json FILE]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatRows, type Row } from "@ledger/bench-report";
import { type Measurement, measure, type Work, works } from "./measure.ts";
import { pair, target } from "./report.ts";

/** The bound that the node sets on its ingest thread, which is the main one here. */
const youngHeap = "--max-semi-space-size=8";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    records: { type: "string", default: "40000" },
    json: { type: "string" },
    child: { type: "string" },
  },
});

if (options.child !== undefined) {
  const work = works.find((name) => name === options.child);
  if (work === undefined) throw new Error(`no such work: ${options.child}`);
  process.stdout.write(`${JSON.stringify(await measure(work, Number(options.records)))}\n`);
} else {
  const samples = new Map<Work, Measurement[]>(works.map((work) => [work, []]));
  for (let round = 0; round < Number(options.rounds); round++) {
    // Interleaved, each in a process of its own: the machine's mood falls on all alike.
    for (const work of works) {
      const args = [
        ...process.execArgv,
        youngHeap,
        fileURLToPath(import.meta.url),
        "--child",
        work,
        "--records",
        options.records,
      ];
      samples.get(work)!.push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measurement);
      process.stderr.write(`round ${round + 1}: ${work}\n`);
    }
  }
  const of = (work: Work, member: keyof Measurement): number[] => samples.get(work)!.map((sample) => sample[member]);
  const rates = (work: Work): number[] => of(work, "recordsPerSecond");
  const followed = pair("follow an upstream", "commit without verification", rates("follow"), rates("commit"));
  const rows: Row[] = [
    followed,
    pair("follow an upstream", "hash the same bytes", rates("follow"), rates("hash")),
    pair("take in from memory", "commit without verification", rates("ingest"), rates("commit")),
    pair("check and chain in one thread", "hash the same bytes", rates("verify"), rates("hash")),
  ];
  process.stdout.write(`${formatRows(rows)}\n`);
  const busy = Math.min(...of("follow", "busy"));
  process.stdout.write(`the committing thread of a follower was at work ${(busy * 100).toFixed(0)} % of the time\n`);
  const lines = [
    target("following, of plain commits", followed.ratio, "x", { atLeast: 0.5 }),
    target("anonymous memory while following", Math.max(...of("follow", "anonymousMegabytes")), " MB", { below: 300 }),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
}
