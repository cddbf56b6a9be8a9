// A thousand connections against a node that takes in blocks and prunes at the same time: nothing may fail, stall or grow.
// node --conditions=@ledger/source check/load.ts [--seconds N] [--connections N] [--block-interval MS]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDataDir } from "@ledger/node-process";
import { runClients } from "./load-client.ts";
import { growth, readAnonymousMemory } from "./process-memory.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    connections: { type: "string", default: "1000" },
    "block-interval": { type: "string", default: "20" },
  },
});

/** Event-loop delay that 99 of 100 turns must stay below, milliseconds. */
const maxLoopDelay = 50;
/** Growth of anonymous memory within a quarter of the time, after the warm-up, that is noise, as a share. */
const maxGrowth = 0.05;

const log = (line: string) => process.stdout.write(`${line}\n`);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

using dataDir = createDataDir();
const node = spawn(
  process.execPath,
  [
    ...["--import", here("./loop-delay.ts"), here("../dist/main.js"), "start", "--listen", "127.0.0.1:0"],
    ...[
      "--data-dir",
      dataDir.path,
      "--block-interval",
      options["block-interval"],
      "--state-window",
      "2000",
      "--max-connections",
      "9999",
    ],
  ],
  { stdio: ["ignore", "pipe", "pipe"] },
);
let output = "";
let loopDelay = Number.NaN;
node.stderr.setEncoding("utf8").on("data", (text: string) => {
  const latest = [...text.matchAll(/loop delay ([\d.]+) ms/g)].at(-1)?.[1];
  if (latest !== undefined) loopDelay = Number(latest);
});
const url = await new Promise<string>((resolve, reject) => {
  node.once("exit", (code) => reject(new Error(`the node ended with ${code}:\n${output}`)));
  node.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const found = /explorer\s+(http:\/\/\S+)\/v1\/spec/.exec(output)?.[1];
    if (found !== undefined) resolve(found);
  });
});

const memory: number[] = [];
const sampling = setInterval(() => memory.push(readAnonymousMemory(node.pid ?? 0)), 1_000);
const end = AbortSignal.timeout(Number(options.seconds) * 1_000);
const result = await runClients(url, Number(options.connections), end, ({ answers, failed }) => {
  log(
    `${answers} answers, ${failed} failed, loop delay p99 ${loopDelay.toFixed(1)} ms, ${memory.at(-1)?.toFixed(0)} MiB anonymous`,
  );
});
clearInterval(sampling);
const info = (await (await fetch(`${url}/v1`)).json()) as { oldest_ledger_version: string; ledger_version: string };
const exited = new Promise<number | null>((resolve) => node.once("exit", resolve));
node.kill("SIGTERM");
const exitCode = await exited;

const checks: readonly (readonly [string, boolean])[] = [
  [`${result.answers} answers, ${result.failed} failed ${result.failures.join("; ")}`, result.failed === 0],
  [
    `${result.refused} answers of 503 with Retry-After, at most one in a hundred`,
    result.refused <= result.answers / 100,
  ],
  [`event-loop delay p99 ${loopDelay.toFixed(1)} ms`, loopDelay < maxLoopDelay],
  [`anonymous memory grows by ${(growth(memory) * 100).toFixed(1)} %`, growth(memory) < maxGrowth],
  [
    `versions ${info.oldest_ledger_version} to ${info.ledger_version} at the end: blocks came in, old ones went`,
    BigInt(info.oldest_ledger_version) > 0n,
  ],
  [`the node ended with ${exitCode}, without faults`, exitCode === 0 && !/ERROR/.test(output)],
];
for (const [text, passed] of checks) log(`${passed ? "ok    " : "FAILED"} ${text}`);
const failed = checks.filter(([, passed]) => !passed).length;
log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
