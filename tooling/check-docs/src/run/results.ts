import type { Outcome, Reading } from "./protocol.ts";

/** Pages that are named at the end. */
const dearestPages = 10;

/** The results of the pages, printed as they come. */
export class Results {
  readonly #costs: { readonly path: string; readonly work: number }[] = [];
  #passed = 0;
  #failed = 0;
  #text = "";

  /** Counts what became of a page, and prints it where the page was read, or where something failed. */
  add(path: string, outcomes: readonly Outcome[], cost?: Omit<Reading, "outcomes">): void {
    const failed = outcomes.filter(({ problem }) => problem !== undefined);
    this.#passed += outcomes.length - failed.length;
    this.#failed += failed.length;
    if (cost !== undefined) this.#costs.push({ path, work: cost.work });
    else if (failed.length === 0) return;
    const counts = `${outcomes.length - failed.length} of ${outcomes.length}`;
    const time = cost && ` (${cost.seconds.toFixed(0)} s, ${cost.work.toFixed(0)} s of the processor)`;
    this.#print(`${failed.length === 0 ? "ok  " : "FAIL"} ${path}: ${counts}${time ?? ""}`);
    for (const { line, kind, problem = "" } of failed) {
      this.#print(`     ${path}:${line} ${kind}\n${problem.replace(/^/gm, "       ")}`);
    }
  }

  /** Prints the dearest pages, and the counts. @returns all that was printed */
  close(): string {
    for (const { path, work } of this.#costs.sort((a, b) => b.work - a.work).slice(0, dearestPages)) {
      this.#print(`dear: ${path} takes ${work.toFixed(0)} s of the processor`);
    }
    this.#print(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#text;
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
    this.#text += `${line}\n`;
  }
}
