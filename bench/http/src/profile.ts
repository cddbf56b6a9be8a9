// Where does the time of a request go, and how much does it allocate?
// node --conditions=@ledger/source src/profile.ts [--work TEXT] [--seconds N] [--connections N] [--top N] [--program FILE]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allocatedBytes } from "./allocations.ts";
import { busyThreads, type CpuProfile } from "./cpu-profile.ts";
import { ask, collectExchanges } from "./exchanges.ts";
import { fillLedger, startLedgerNode } from "./ledger-node.ts";
import type { Exchange } from "./plan.ts";
import { stopServers } from "./server-process.ts";
import { viewQuestion } from "./views.ts";
import { pressWith } from "./wrk.ts";

const { values: options } = parseArgs({
  options: {
    work: { type: "string", default: "" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "64" },
    top: { type: "string", default: "10" },
    program: { type: "string", default: fileURLToPath(new URL("../../../apps/node/dist/main.js", import.meta.url)) },
  },
});

const folder = mkdtempSync(join(tmpdir(), "ledger-profile-http-"));
const script = join(folder, "request.lua");
const load = { connections: Number(options.connections), seconds: Number(options.seconds), pin: true };

async function startProfiled(nodeOptions: readonly string[]) {
  return startLedgerNode({ program: options.program, dataDir: folder, pin: true, nodeOptions });
}

/** Presses once to warm up and once to measure; the profile is that of the second time. */
async function profile(exchange: Exchange): Promise<void> {
  const profiles = mkdtempSync(join(folder, "cpu-"));
  const node = await startProfiled(["--cpu-prof", "--cpu-prof-dir", profiles, "--cpu-prof-interval", "500"]);
  await pressWith(node.url, exchange, load, script);
  const before = node.cpuSeconds();
  const { requests } = await pressWith(node.url, exchange, load, script);
  const perRequest = ((node.cpuSeconds() - before) / requests) * 1e6;
  await node.stop();
  const all = readdirSync(profiles).map((name) => JSON.parse(readFileSync(join(profiles, name), "utf8")) as CpuProfile);
  process.stdout.write(`${exchange.work}: ${perRequest.toFixed(1)} us of processor time a request, profiled\n`);
  for (const { busy, functions } of busyThreads(all, load.seconds)) {
    process.stdout.write(`  a thread, busy for ${(busy * 100).toFixed(0)} % of the time\n`);
    for (const { name, share } of functions.slice(0, Number(options.top))) {
      process.stdout.write(`${(share * 100).toFixed(1).padStart(6)} %  ${name}\n`);
    }
  }
}

async function countAllocations(exchange: Exchange): Promise<void> {
  const node = await startProfiled(["--trace-gc"]);
  await pressWith(node.url, exchange, load, script);
  const before = node.output().length;
  const { requests } = await pressWith(node.url, exchange, load, script);
  const bytes = allocatedBytes(node.output().slice(before));
  await node.stop();
  process.stdout.write(`        ${Math.round(bytes / requests)} bytes of heap allocated a request\n`);
}

try {
  await fillLedger(folder);
  const node = await startProfiled([]);
  // In the same words, a view is one kept answer.
  const view = { ...(await ask(node.url, viewQuestion())), isVaried: true };
  const all = [...(await collectExchanges(node.url)), view];
  const exchanges = all.filter(({ work }) => work.includes(options.work));
  await node.stop();
  for (const exchange of exchanges) {
    await profile(exchange);
    await countAllocations(exchange);
  }
} finally {
  await stopServers();
  rmSync(folder, { recursive: true, force: true });
}
