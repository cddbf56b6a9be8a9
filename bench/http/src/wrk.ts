import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Exchange } from "./plan.ts";
import { pinTo } from "./server-process.ts";

const run = promisify(execFile);

/** Observations of the load generator. */
export interface LoadReport {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** How hard to press. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** True if the generator keeps to a core of its own. */
  readonly pin: boolean;
}

/**
 * Repeats one request with wrk.
 * @param script - path of the Lua script that is written for it
 */
export async function pressWith(base: string, exchange: Exchange, load: Load, script: string): Promise<LoadReport> {
  writeFileSync(script, luaOf(exchange));
  const command = ["wrk", "-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--latency", "-s", script];
  const [program = "", ...args] = load.pin ? pinTo(1, command) : command;
  const { stdout } = await run(program, [...args, base + exchange.url]);
  if (/Non-2xx|Socket errors/.test(stdout) && exchange.status === 200) throw new Error(`${exchange.url}:\n${stdout}`);
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    bytesPerSecond: parseAmount(/Transfer\/sec:\s+(\S+)/.exec(stdout)?.[1] ?? ""),
    p99: parseMilliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1] ?? ""),
  };
}

function luaOf({ method, requestHeaders, requestBody, isVaried }: Exchange): string {
  const lines = [`wrk.method = ${luaText(method)}`];
  for (const [name, value] of Object.entries(requestHeaders))
    lines.push(`wrk.headers[${luaText(name)}] = ${luaText(value)}`);
  if (requestBody !== undefined) lines.push(`wrk.body = ${luaText(requestBody)}`);
  if (isVaried) lines.push(varied);
  return lines.join("\n");
}

/** Writes a number after the body of each request, in white space: never the same, also not in a later run. */
const varied = `
local n = os.time() % 1000000 * 100000
local signs = { " ", "\\t", "\\n", "\\r" }
request = function()
  n = n + 1
  local text, rest = "", n
  while rest > 0 do
    text = text .. signs[rest % 4 + 1]
    rest = math.floor(rest / 4)
  end
  return wrk.format(nil, nil, nil, wrk.body .. text)
end`;

/** Lua reads the escapes that JSON writes for such texts. */
const luaText = (text: string): string => JSON.stringify(text);

function parseAmount(text: string): number {
  const [, number, unit] = /^([\d.]+)([KMG]?)B$/.exec(text) ?? [];
  return Number(number) * { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[(unit ?? "") as "" | "K" | "M" | "G"];
}

function parseMilliseconds(text: string): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * { us: 0.001, ms: 1, s: 1_000 }[(unit ?? "ms") as "us" | "ms" | "s"];
}
