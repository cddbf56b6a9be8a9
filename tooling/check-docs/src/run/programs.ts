import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Block } from "@ledger/doctest/blocks";
import { assertComments, nodeAssertions } from "@ledger/doctest/examples";
import { outputOf } from "@ledger/test-run/child-output";

/** Types are checked by the compiler's defaults with the one line that pages name, and as `tsc --init` would have it. */
const settings: readonly (readonly string[])[] = [
  ["--types", "node"],
  [
    ...[
      "--types",
      "node",
      "--module",
      "nodenext",
      "--target",
      "esnext",
      "--moduleDetection",
      "force",
      "--skipLibCheck",
    ],
    ...["--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax", "--isolatedModules"],
  ],
];

/** Name of a block's program in the folder of its page. */
export const programOf = ({ file, line }: Block): string => file ?? `program-${line}.ts`;

/** Compiles what a page has in TypeScript, in its folder. @returns the problems by the line of the page, in the compiler's words */
export async function checkTypes(
  blocks: readonly Block[],
  folder: string,
  compiler: string,
): Promise<ReadonlyMap<number, string>> {
  const problems = new Map<number, string>();
  // One that cannot run has types, too.
  const programs = blocks.filter(({ language }) => language === "ts");
  if (programs.length === 0) return problems;
  for (const block of programs) writeFileSync(join(folder, programOf(block)), `${block.text}\nexport {};\n`);
  for (const options of settings) {
    const args = ["--noEmit", "--pretty", "false", ...options, "--ignoreConfig", ...programs.map(programOf)];
    const { printed } = await runNode([compiler, ...args], folder, process.env);
    for (const line of printed.split("\n")) {
      const [, file, row, problem] = /^([\w.-]+)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
      const block = programs.find((program) => programOf(program) === file);
      if (block !== undefined) problems.set(block.line, `line ${block.line + Number(row)}: ${problem}`);
      else if (/error TS/.test(line)) problems.set(programs[0]!.line, line);
    }
  }
  return problems;
}

const mostMs = 180_000;

/** Runs a block as a program, with the results that its comments tell. @throws Error with what it printed when it fails */
export async function runProgram(block: Block, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const file = `run-${block.line}.ts`;
  writeFileSync(join(folder, file), assertComments(block.text, nodeAssertions));
  const { end, printed } = await runNode([file], folder, env);
  if (end !== 0) throw new Error(`it ends with ${end}:\n${printed.slice(-4_000)}`);
  return printed;
}

/** Runs Node to its end, while this program serves what the other one asks for. */
async function runNode(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env, timeout: mostMs, stdio: ["ignore", "pipe", "pipe"] });
  const output = outputOf(child);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { end: code ?? signal, printed: output() };
}
