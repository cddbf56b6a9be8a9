// What runs on a machine of pages: node page-machine.ts JOB. Pages come from the program outside, one at a time.
import { readdirSync, readFileSync } from "node:fs";
import { listPages } from "../files.ts";
import { homeOf, reachRegistry } from "./home.ts";
import { runPage, type Surroundings } from "./page.ts";
import { type Job, type Order, type Outcome, tell } from "./protocol.ts";
import { lend, reachWorld } from "./world.ts";

/** Hundredths of a second of the processor that this machine took (proc(5)): what has ended is here too, until its parent has seen it. */
function workOf(): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.flatMap(readTimes).reduce((sum, ticks) => sum + ticks, 0);
}

/** The times of a process, and those of its children that have ended. */
function readTimes(pid: string): number[] {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return fields.split(" ").slice(11, 15).map(Number);
  } catch {
    // It is gone meanwhile.
    return [];
  }
}

// When the one outside ends, so does this, and with the first process of its machine all that are there.
process.once("disconnect", () => process.exit(1));

const job = JSON.parse(process.argv[2] ?? "") as Job;
await reachRegistry(job);
await reachWorld(job);
const home = homeOf(job);
const around: Surroundings = {
  ...home,
  repository: job.repository,
  lend: (page, folders) => lend(page, job, home.node, folders),
  onBegin: (what) => tell({ kind: "begins", what }),
};
const pages = new Map(listPages().map((page) => [page.path, page]));

async function read({ page: path, shells }: Order): Promise<void> {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  const begun = { at: Date.now(), work: workOf() };
  const outcomes: Outcome[] = [];
  for (const shell of shells) outcomes.push(...(await runPage(page, shell, around)));
  const seconds = (Date.now() - begun.at) / 1_000;
  tell({ kind: "has read", outcomes, seconds, work: (workOf() - begun.work) / 100 });
  tell({ kind: "ready" });
}

process.on("message", read);
tell({ kind: "ready" });
