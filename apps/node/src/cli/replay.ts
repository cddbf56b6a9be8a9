import { type KnownDivergence, transactionBounds } from "@ledger/executor/replay";
import { type ReplayOptions, readDivergences } from "../config/replay-options.ts";
import { storeLocation } from "../config/store-options.ts";
import { chooseVersions } from "../replay/choose-versions.ts";
import { type ComparedRoots, compareRoots, rootsText } from "../replay/compare-roots.ts";
import { findingText } from "../replay/finding-text.ts";
import {
  beginProgress,
  keepFindings,
  type ReplayProgress,
  readProgress,
  writeProgress,
} from "../replay/progress-file.ts";
import { addCounts } from "../replay/protocol.ts";
import { ReplayError } from "../replay/replay-error.ts";
import { ReplayThreads } from "../replay/replay-threads.ts";
import { openReader } from "../store/open-store.ts";
import { createProgressLine } from "./progress-line.ts";

/** Milliseconds between two writes of the progress. */
const saveInterval = 2_000;

/**
 * The `replay` command: executes stored records again and compares status, gas, events and writes with what they say, and their state
 * roots with those of the state tree, where one is kept. A node may be running meanwhile. The exit code is 1 where something differs, or
 * goes beyond a bound.
 */
export async function replay(options: ReplayOptions, signal: AbortSignal): Promise<void> {
  const { threads, sample, resume, file, json = false } = options;
  const divergences = readDivergences(options.except);
  if (file !== undefined) return replayCase(file, { divergences, json }, signal);
  const location = storeLocation(options);
  const reader = await openReader(location);
  const summary = await (async () => reader.summary())().finally(() => reader.close());
  if (summary === undefined) throw new ReplayError("store_empty", "the ledger has no versions yet");
  const kept = resume === undefined ? undefined : readProgress(resume, summary.chainId);
  const progress = kept ?? beginProgress(summary.chainId, ...chooseVersions(options.versions, summary));
  const [start, to] = [BigInt(progress.next), BigInt(progress.to)];
  const line = createProgressLine();
  const started = performance.now();
  let saved = started;
  const source = { kind: "store", location } as const;
  const pool = new ReplayThreads(
    { source, divergences, sample, isBackground: false, bounds: transactionBounds },
    threads,
  );
  try {
    for await (const range of pool.run({ from: start, to }, signal)) {
      progress.next = (range.to + 1n).toString();
      progress.counts = addCounts(progress.counts, range.tally.counts);
      keepFindings(progress, range.tally.findings);
      if (!json) for (const finding of range.tally.findings) print(line, findingText(finding));
      const { equal, different } = progress.counts;
      const done = range.to - start + 1n;
      line.show(`version ${range.to} of ${to}, ${equal} equal, ${different} different`, {
        done,
        total: to - start + 1n,
      });
      if (resume !== undefined && performance.now() - saved > saveInterval) {
        writeProgress(resume, progress);
        saved = performance.now();
      }
    }
  } finally {
    line.end();
    await pool.close();
    if (resume !== undefined) writeProgress(resume, progress);
  }
  const done = BigInt(progress.next) - 1n;
  const tree = await openReader(location);
  const roots = await compareRoots(tree, start, done).finally(() => tree.close());
  report(progress, start, { started, json, roots });
}

/** Executes the versions of a case again, without their ledger. A stranger's case runs where it can be ended. */
async function replayCase(
  file: string,
  { divergences, json }: { readonly divergences: readonly KnownDivergence[]; readonly json: boolean },
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const source = { kind: "case", file } as const;
  const settings = { source, divergences, sample: undefined, isBackground: false, bounds: transactionBounds };
  const pool = new ReplayThreads(settings, 1);
  try {
    const facts = await pool.readCase(signal);
    if (facts === undefined) return;
    const { chainId, from, to } = facts;
    const progress = beginProgress(chainId, from, to);
    for await (const range of pool.run({ from, to }, signal)) {
      progress.next = (range.to + 1n).toString();
      progress.counts = addCounts(progress.counts, range.tally.counts);
      keepFindings(progress, range.tally.findings);
      if (!json) for (const finding of range.tally.findings) process.stdout.write(`${findingText(finding)}\n`);
    }
    report(progress, from, { started, json });
  } finally {
    await pool.close();
  }
}

function report(
  progress: ReplayProgress,
  start: bigint,
  { started, json, roots }: { readonly started: number; readonly json: boolean; readonly roots?: ComparedRoots },
): void {
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...progress, seconds, state_roots: roots }, undefined, 2)}\n`
      : summaryText(progress, start, seconds),
  );
  if (!json && roots !== undefined) process.stdout.write(`${rootsText(roots)}\n`);
  const { different, not_executed: notExecuted } = progress.counts;
  if (different > 0 || notExecuted > 0 || roots?.different !== undefined) process.exitCode = 1;
}

function print(line: { end(): void }, text: string): void {
  line.end();
  process.stdout.write(`${text}\n`);
}

function summaryText({ from, to, next, counts }: ReplayProgress, start: bigint, seconds: number): string {
  const done = BigInt(next) - 1n;
  const executed = counts.equal + counts.different;
  const rate = Math.round(Number(done - start + 1n) / Math.max(seconds, 0.001));
  const ending = done === BigInt(to) ? "" : `, stopped before ${to}`;
  const lines = [
    `versions     ${from} to ${done}${ending}: ${executed} executed again, ${rate} versions a second`,
    `equal        ${counts.equal}`,
    `different    ${counts.different}`,
  ];
  if (counts.state_unknown > 0)
    lines.push(`unknown      ${counts.state_unknown}, whose state before them is not known here`);
  const notExecuted = counts.not_reproducible + counts.not_executed;
  if (notExecuted > 0) lines.push(`not executed ${notExecuted}, see the reasons above`);
  return `${lines.join("\n")}\n`;
}
