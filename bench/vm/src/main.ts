// How fast does Move code run here, compared with a native machine on the same bytecode?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--json [FILE]]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compare, formatRows, type Row } from "@ledger/bench-report";
import type { SessionOptions } from "@ledger/vm";
import { Machine, readRules } from "./machine.ts";
import { missingPeer, runPeer } from "./native-peer.ts";
import { type Program, programs } from "./programs.ts";

const argv = process.argv.slice(2);
// `--json` alone prints the rows.
if (argv.at(-1) === "--json") argv.push("-");
const { values: options } = parseArgs({
  args: argv,
  options: { rounds: { type: "string", default: "3" }, json: { type: "string" } },
});

/** One way to run the programs; one is held to the targets. */
interface Way {
  readonly subject: string;
  readonly compile: SessionOptions["compile"];
  readonly isJudged: boolean;
}

const unit = "ns/unit";
const environment = await readRules();
const ways: readonly Way[] = [
  { subject: "@ledger/vm", compile: "hot", isJudged: true },
  { subject: "@ledger/vm, interpreter alone", compile: "never", isJudged: false },
];
const own = ways.map(({ subject, compile, isJudged }) => ({
  subject,
  isJudged,
  machine: new Machine(environment, compile),
  times: times(),
}));
const peer = times();
const missing = missingPeer();
if (missing !== undefined) process.stderr.write(`without the native machine: ${missing}\n`);

// In turns, so that a busy moment of the host touches all of them.
for (let round = 0; round < Number(options.rounds); round++) {
  if (missing === undefined) for (const [name, time] of runPeer()) peer.get(name)?.push(time);
  for (const { machine, times: samples } of own) {
    for (const program of programs) samples.get(program.name)!.push(await best(machine, program));
  }
}

const rows = own.flatMap(({ subject, isJudged, times: samples }) =>
  programs.map(({ name, target }): Row => {
    const names = { work: name, subject, peer: "native machine (Rust)", unit };
    return compare(names, samples.get(name)!, peer.get(name)!, "less", isJudged ? target : undefined);
  }),
);
const text = `${JSON.stringify(rows, undefined, 2)}\n`;
if (options.json !== undefined && options.json !== "-") writeFileSync(options.json, text);
process.stdout.write(options.json === "-" ? text : `${formatRows(rows)}\n`);

function times(): ReadonlyMap<string, number[]> {
  return new Map(programs.map(({ name }) => [name, []]));
}

/** The best of three, as the native machine's script counts. */
async function best(machine: Machine, program: Program): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) least = Math.min(least, await machine.run(program));
  return least;
}
