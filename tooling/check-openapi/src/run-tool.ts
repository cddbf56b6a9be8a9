import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Tool } from "./tools.ts";

const run = promisify(execFile);
const home = fileURLToPath(new URL("..", import.meta.url));

/** Nothing about a check leaves the machine. */
const env = { ...process.env, DO_NOT_TRACK: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** @returns what the program has against the description or against its own output; `undefined` when nothing */
export async function runTool(tool: Tool, document: string, output: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(programPath(tool.program), tool.args(document, output), { cwd: home, env });
    if (/warn/i.test(stdout + stderr)) return stdout + stderr;
    if (tool.output !== undefined) await compile(tool.entry === undefined ? output : join(output, tool.entry));
    return undefined;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Partial<Record<"stdout" | "stderr", string>> & Error;
    return `${stdout}${stderr}${message}\n`;
  }
}

function programPath(program: string): string {
  return program === "node" ? process.execPath : join(home, "node_modules", ".bin", program);
}

async function compile(entry: string): Promise<void> {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
  await run(programPath("tsc"), [...options, "--module", "esnext", "--moduleResolution", "bundler", entry]);
}
