// Runs inside a machine that reads pages: node page-machine.ts JOB. The program outside sends one page at a time.
import { listProcesses } from "@ledger/test-run/processes";
import { listPages } from "../files.ts";
import { homeOf, reachRegistry } from "./home.ts";
import { runPage, type Surroundings } from "./page.ts";
import { type Job, type Order, type Outcome, tell } from "./protocol.ts";
import { lend, reachWorld } from "./world.ts";

/** Processor seconds that this sandbox has used so far. */
function workOf(): number {
  return listProcesses().reduce((sum, { own, children }) => sum + own + children, 0);
}

// This is the machine's first process: when the program outside ends, it ends, and all other processes with it.
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
  tell({ kind: "has read", outcomes, seconds, work: workOf() - begun.work });
  tell({ kind: "ready" });
}

process.on("message", read);
tell({ kind: "ready" });
