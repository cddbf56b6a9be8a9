import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TreeReport } from "./tree-worker.ts";

/** The thread that keeps the tree of a side, and what it has reported. */
export class TreeThread {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  #first: TreeReport | undefined;
  #last: TreeReport | undefined;
  /** Called for each report. */
  onReport: (report: TreeReport) => void = () => undefined;

  constructor(ledger: string, tree: string) {
    this.#worker = new Worker(new URL("./tree-worker.ts", import.meta.url), { workerData: { ledger, tree } });
    this.#ended = once(this.#worker, "exit");
    this.#worker.on("message", (report: TreeReport) => {
      this.#first ??= report;
      this.#last = report;
      this.onReport(report);
    });
  }

  get cpu(): number {
    return (this.#last?.cpu ?? 0) - (this.#first?.cpu ?? 0);
  }

  async reach(version: bigint): Promise<void> {
    while ((this.#last?.version ?? -1n) < version) await once(this.#worker, "message");
  }

  async close(): Promise<void> {
    this.#worker.postMessage("stop");
    await this.#ended;
  }
}
