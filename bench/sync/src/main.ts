// How much slower is following a verified ledger than committing it unverified, and than hashing it alone?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--records N] [--json FILE]
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatRows, type Row } from "@ledger/bench-report";
import { type Measurement, measure, works } from "./measure.ts";
import { pair } from "./report.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    records: { type: "string", default: "20000" },
    json: { type: "string" },
    child: { type: "string" },
  },
});

if (options.child !== undefined) {
  const work = works.find((name) => name === options.child);
  if (work === undefined) throw new Error(`no such work: ${options.child}`);
  process.stdout.write(`${JSON.stringify(await measure(work, Number(options.records)))}\n`);
} else {
  const samples = new Map<string, Measurement[]>(works.map((work) => [work, []]));
  for (let round = 0; round < Number(options.rounds); round++) {
    // Interleaved, each in a process of its own: the machine's mood falls on all alike.
    for (const work of works) {
      const args = [...process.execArgv, fileURLToPath(import.meta.url), "--child", work, "--records", options.records];
      samples.get(work)!.push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measurement);
      process.stderr.write(`round ${round + 1}: ${work}\n`);
    }
  }
  const rates = (work: string): number[] => samples.get(work)!.map(({ recordsPerSecond }) => recordsPerSecond);
  const rows: Row[] = [
    pair("follow an upstream", "commit without verification", rates("follow"), rates("commit")),
    pair("follow an upstream", "hash the same bytes", rates("follow"), rates("hash")),
    pair("take in from memory", "commit without verification", rates("ingest"), rates("commit")),
    pair("check and chain, without a store", "hash the same bytes", rates("verify"), rates("hash")),
  ];
  process.stdout.write(`${formatRows(rows)}\n`);
  const most = Math.max(...samples.get("follow")!.map(({ anonymousMegabytes }) => anonymousMegabytes));
  process.stdout.write(`following held at most ${most.toFixed(0)} MB of anonymous memory\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
}
