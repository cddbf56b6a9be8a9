import { indexedVersion, readHead } from "@ledger/indexer/build";
import { ConfigError } from "../config/config-error.ts";
import { type IndexOptions, indexedGroups } from "../config/index-options.ts";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { keepIndex } from "../indexing/keep-index.ts";
import type { IndexReport } from "../indexing/protocol.ts";
import { openReader } from "../store/open-store.ts";
import { openTableIndexReader, removeTableIndex } from "../store/open-table-index.ts";
import { formatBytes } from "./format.ts";
import { createProgressLine } from "./progress-line.ts";
import { refusingKept } from "./refusing-kept.ts";

/** Options of `ledger-node index build`. */
export type IndexBuildOptions = StoreOptions & IndexOptions;

/** The `index build` command: brings the index up to the ledger, from where it stands. A node that keeps none may be running meanwhile. */
export async function indexBuild(options: IndexBuildOptions, signal: AbortSignal): Promise<void> {
  const groups = indexedGroups(options, false);
  if (groups.length === 0) throw new ConfigError("--index: name what to index: all, or groups of tables");
  const location = storeLocation(options);
  const line = createProgressLine();
  const started = performance.now();
  let last: IndexReport | undefined;
  let first: bigint | undefined;
  try {
    await refusingKept("index", () =>
      keepIndex(
        { location, groups, newestFirst: false },
        {
          signal,
          onReport(report) {
            last = report;
            if (report.phase === "state") return line.show("reading the state");
            first ??= report.next;
            const [done, total] = [report.next - first, report.head - first + 1n];
            line.show(`version ${report.next - 1n} of ${report.head}`, { done, total });
          },
        },
      ),
    );
  } finally {
    line.end();
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  if (last === undefined) process.stdout.write("the ledger is empty\n");
  else if (last.phase === "done") process.stdout.write(`indexed      to version ${last.next - 1n}, in ${seconds} s\n`);
  else {
    process.stdout.write(`stopped at version ${last.next}; run the same command again to resume\n`);
    process.exitCode = 1;
  }
}

/** The `index status` command: how far the index is, and how large. */
export async function indexStatus(options: StoreOptions): Promise<void> {
  const location = storeLocation(options);
  const reader = await openReader(location);
  try {
    const ledger = await reader.summary();
    const index = await openTableIndexReader(location);
    try {
      const head = readHead(await index?.renew());
      if (index === undefined || head === undefined) {
        process.stdout.write("index        none; a node keeps one with --index, and 'index build' makes it\n");
        return;
      }
      const { rows, versions, bytes } = await index.stats();
      const at = indexedVersion(head);
      const place = head.state !== undefined ? "reads the state" : at === undefined ? "nothing yet" : `version ${at}`;
      process.stdout.write(
        `index        ${place}, of a ledger at version ${ledger?.version}${head.isReady ? "" : "; not built yet"}\n` +
          `groups       ${head.groups.join(", ")}\n` +
          `size         ${rows} rows, ${versions} versions of topics, ${formatBytes(bytes)}\n`,
      );
    } finally {
      await index?.close();
    }
  } finally {
    await reader.close();
  }
}

/** The `index drop` command: deletes the index. */
export async function indexDrop(options: StoreOptions): Promise<void> {
  const was = await refusingKept("index", () => removeTableIndex(storeLocation(options)));
  process.stdout.write(was ? "the index is deleted\n" : "there is no index\n");
}
