import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { ClientProgram } from "./programs.ts";
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
    return complaintOf(error);
  }
}

function programPath(program: string): string {
  return program === "node" ? process.execPath : join(home, "node_modules", ".bin", program);
}

/**
 * Compiles a program of `programs/` with what a generator made of the description, and runs it on a node.
 *
 * @param url - of the node, without a path
 * @returns what went wrong; `undefined` when nothing did
 */
export async function runProgram(
  { generator, args, file }: ClientProgram,
  document: string,
  url: string,
): Promise<string | undefined> {
  // Inside of this package, whose dependencies the program uses.
  const folder = mkdtempSync(join(home, "generated-"));
  try {
    await run(programPath(generator), [...args({ document, folder, url })], { cwd: folder, env });
    const program = join(folder, file);
    copyFileSync(join(home, "programs", file), program);
    await compile(program, ["--noUncheckedIndexedAccess", "--allowImportingTsExtensions", "--types", "node"]);
    // Generated files name each other as bundlers understand it.
    const bundle = join(folder, "bundle.mjs");
    await build({ entryPoints: [program], outfile: bundle, bundle: true, platform: "node", format: "esm" });
    await run(process.execPath, [bundle], { env: { ...env, LEDGER_URL: url } });
    return undefined;
  } catch (error) {
    return complaintOf(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function complaintOf(error: unknown): string {
  const { stdout = "", stderr = "", message } = error as Partial<Record<"stdout" | "stderr", string>> & Error;
  return `${stdout}${stderr}${message}\n`;
}

async function compile(entry: string, more: readonly string[] = []): Promise<void> {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
  await run(programPath("tsc"), [...options, "--module", "esnext", "--moduleResolution", "bundler", ...more, entry]);
}
