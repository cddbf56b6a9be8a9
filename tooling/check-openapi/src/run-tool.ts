import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
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

/**
 * Compiles a program of `programs/` with what a generator made of the description, and runs it.
 *
 * @returns what went wrong; `undefined` when nothing did
 */
export async function runProgram(name: string, document: string): Promise<string | undefined> {
  // Inside of this package, whose dependencies the program uses.
  const folder = mkdtempSync(join(home, "generated-"));
  try {
    await run(programPath("openapi-typescript"), [document, "--output", join(folder, "types.ts")], { cwd: home, env });
    copyFileSync(join(home, "programs", name), join(folder, name));
    const strict = ["--noUncheckedIndexedAccess", "--allowImportingTsExtensions", "--types", "node"];
    await compile(join(folder, name), strict);
    const network = join(home, "src", "network.ts");
    await run(process.execPath, ["--conditions=@ledger/source", "--import", network, join(folder, name)], {
      cwd: home,
      env,
    });
    return undefined;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Partial<Record<"stdout" | "stderr", string>> & Error;
    return `${stdout}${stderr}${message}\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compile(entry: string, more: readonly string[] = []): Promise<void> {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
  await run(programPath("tsc"), [...options, "--module", "esnext", "--moduleResolution", "bundler", ...more, entry]);
}
