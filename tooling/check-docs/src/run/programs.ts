import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
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

/** The TypeScript of a page, and the folder in which the page was installed. */
export interface Project {
  readonly blocks: readonly Block[];
  readonly folder: string;
}

/**
 * Compiles programs where they are. Those whose folders have the same version of Node's types are compiled together: most of the work are
 * the declarations of the libraries, which they share.
 *
 * @returns for each project the problems by the line of the page, in the compiler's words
 */
export async function checkTypes(
  projects: readonly Project[],
  compiler: string,
): Promise<readonly ReadonlyMap<number, string>[]> {
  const programs = projects.flatMap(({ blocks, folder }) => {
    const problems = new Map<number, string>();
    return blocks.map((block) => ({ block, folder, problems, file: join(folder, programOf(block)) }));
  });
  for (const { file, block } of programs) writeFileSync(file, `${block.text}\nexport {};\n`);
  const groups = Object.groupBy(programs, ({ folder }) => versionOfTypes(folder));
  for (const group of Object.values(groups)) {
    for (const options of settings) await compile(group!, compiler, options);
  }
  return projects.map(({ folder }) => programs.find((program) => program.folder === folder)?.problems ?? new Map());
}

function versionOfTypes(folder: string): string {
  const manifest = createRequire(join(folder, "any")).resolve("@types/node/package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}

interface Program {
  readonly block: Block;
  readonly folder: string;
  readonly file: string;
  readonly problems: Map<number, string>;
}

/** Compiles some programs, and notes what is wrong with each; what is wrong with a library is noted with the first. */
async function compile(programs: readonly Program[], compiler: string, options: readonly string[]): Promise<void> {
  const { folder, problems: first, block } = programs[0]!;
  const args = ["--noEmit", "--pretty", "false", ...options, "--ignoreConfig", ...programs.map(({ file }) => file)];
  const { printed } = await runNode([compiler, ...args], folder, process.env);
  for (const line of printed.split("\n")) {
    const [, file = "", row, problem] = /^([^(]+)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    const program = programs.find((one) => one.file === resolve(folder, file));
    if (program !== undefined)
      program.problems.set(program.block.line, `line ${program.block.line + Number(row)}: ${problem}`);
    else if (/error TS/.test(line)) first.set(block.line, line);
  }
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
