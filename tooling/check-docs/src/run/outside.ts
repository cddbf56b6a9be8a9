import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readBlocks } from "@ledger/doctest/blocks";
import { listPages, type Page } from "../files.ts";
import { forward } from "./bridge.ts";
import { homeOf, registrySocket } from "./home.ts";
import { startMachine } from "./machine.ts";
import { projectOf } from "./page.ts";
import { checkTypes } from "./programs.ts";
import type { Job, Outcome } from "./protocol.ts";
import { Readers } from "./readers.ts";
import { Results } from "./results.ts";
import { hostLines, needsDatabases } from "./world.ts";
import { checkZshSyntax, differsInZsh } from "./zsh-syntax.ts";

/** Inputs of a run of the pages. */
export interface RunOptions extends Job {
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** Port of a registry that has the packages. */
  readonly registryPort: number;
  /** Reads every page with zsh too, not only those whose commands are likely to differ there. */
  readonly inZsh: boolean;
  /** Ends the run, with everything that it has started. */
  readonly signal: AbortSignal;
}

/**
 * Runs the blocks of pages as their readers would, on machines of their own: network namespaces of Linux, with a hosts file that
 * knows the hosts of the pages.
 *
 * @returns what was printed; its last line is `N passed, N failed`
 * @throws Error on other systems, or where namespaces may not be made
 */
export async function runPages({ pages, registryPort, inZsh, signal, ...job }: RunOptions): Promise<string> {
  if (process.platform !== "linux") throw new Error("the pages run on Linux: they need a machine of their own");
  mkdirSync(job.folder, { recursive: true });
  writeFileSync(join(job.folder, "hosts"), ["127.0.0.1 localhost", "::1 localhost", ...hostLines, ""].join("\n"));
  const all = new Map(listPages().map((page) => [page.path, page]));
  const wanted = pages.map((path) => {
    const page = all.get(path);
    if (page === undefined) throw new Error(`there is no page ${path}`);
    return page;
  });
  const results = new Results();
  for (const page of wanted) results.add(page.path, checkZshSyntax(page));
  const bridge = await forward(join(job.folder, registrySocket), { host: "127.0.0.1", port: registryPort });
  const readers = new Readers(results, (name, program) => startMachine(name, program, job), signal);
  try {
    await readers.startWorld();
    const orders = wanted.map(({ path, text }) => ({
      page: path,
      shells: inZsh || differsInZsh.has(path) ? (["bash", "zsh"] as const) : (["bash"] as const),
      onServers: needsDatabases(text),
    }));
    // The servers of databases are there once: their pages are read one after the other.
    const onServers = orders.filter((order) => order.onServers);
    const others = orders.filter((order) => !order.onServers).map((order) => [order]);
    await readers.read([onServers, ...others], availableParallelism());
    await addTypes(wanted, homeOf(job).projects, results);
  } finally {
    await readers.end();
    bridge.close();
  }
  return results.close();
}

/** Type-checks the TypeScript blocks of all pages, including those that are not run, once the packages are installed. */
async function addTypes(pages: readonly Page[], folder: string, results: Results): Promise<void> {
  const projects = pages
    .map(({ path, text }) => ({
      path,
      blocks: readBlocks(text).filter(({ language }) => language === "ts"),
      folder: projectOf(folder, path, "bash"),
    }))
    .filter(({ blocks, folder }) => blocks.length > 0 && existsSync(folder));
  const problems = await checkTypes(projects, join(folder, "node_modules/typescript/bin/tsc"));
  for (const [index, { path, blocks }] of projects.entries()) {
    const outcomes = blocks.map(({ line }): Outcome => {
      const problem = problems[index]?.get(line);
      return { page: path, line, kind: "types", ...(problem !== undefined && { problem }) };
    });
    results.add(path, outcomes);
  }
}
