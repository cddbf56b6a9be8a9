import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { listPages } from "../files.ts";
import { forward } from "./bridge.ts";
import { registrySocket } from "./home.ts";
import { startMachine } from "./machine.ts";
import type { Job } from "./protocol.ts";
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
  /** Whether every page is read with zsh too, not only those whose commands are likely to differ there. */
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
  } finally {
    await readers.end();
    bridge.close();
  }
  return results.close();
}
