import { readTreeState } from "@ledger/state-store";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { keepTree } from "../proving/keep-tree.ts";
import type { TreeReport } from "../proving/protocol.ts";
import { openReader } from "../store/open-store.ts";
import { removeTree } from "../store/open-tree.ts";
import { buildTexts, describeFalseRoot } from "../wiring/report-tree.ts";
import { createProgressLine } from "./progress-line.ts";
import { refusingKept } from "./refusing-kept.ts";

/** The `proofs build` command: brings the state tree up to the ledger, from where it stands. A node that keeps none may be running meanwhile. */
export async function proofsBuild(options: StoreOptions, signal: AbortSignal): Promise<void> {
  const location = storeLocation(options);
  const line = createProgressLine();
  const started = performance.now();
  let last: Extract<TreeReport, { phase: "grown" }> | undefined;
  try {
    await refusingKept("state tree", () =>
      keepTree(
        { location },
        {
          signal,
          onReport(report) {
            if (report.phase === "removed") line.show(`the tree is made again: ${report.reason}`);
            else if (report.phase === "building") line.show(buildTexts[report.build.phase](report.build.done));
            else if (report.phase === "differs") {
              line.end();
              process.stderr.write(`proofs: ${describeFalseRoot(report.root)}\n`);
              process.exitCode = 1;
            } else {
              last = report;
              line.show(`version ${report.version} of ${report.head}`);
            }
          },
        },
      ),
    );
  } finally {
    line.end();
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  if (last?.isAtHead === true) {
    process.stdout.write(`proofs       of state up to version ${last.version}, in ${seconds} s\n`);
  } else if (signal.aborted) {
    process.stdout.write("stopped; run the same command again to resume\n");
    process.exitCode = 1;
  } else process.stdout.write("the ledger is empty\n");
}

/** The `proofs status` command: how far the state tree is. */
export async function proofsStatus(options: StoreOptions): Promise<void> {
  const reader = await openReader(storeLocation(options));
  try {
    const ledger = await reader.summary();
    const state = reader.tree && (await readTreeState(reader.tree));
    const text =
      state === undefined
        ? "none; a node keeps a state tree with --proofs on, and 'proofs build' makes it"
        : state.kind === "Building"
          ? "not yet: the state tree is not built to its end; a node with --proofs on, or 'proofs build', continues"
          : `of state at versions ${state.value.oldestVersion} to ${state.value.version}, of a ledger at version ${ledger?.version}`;
    process.stdout.write(`proofs       ${text}\n`);
  } finally {
    await reader.close();
  }
}

/** The `proofs drop` command: deletes the state tree. */
export async function proofsDrop(options: StoreOptions): Promise<void> {
  const was = await refusingKept("state tree", () => removeTree(storeLocation(options)));
  process.stdout.write(was ? "the state tree is deleted\n" : "there is no state tree\n");
}
