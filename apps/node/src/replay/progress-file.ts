import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { ReplayReport } from "@ledger/executor/replay";
import { noCounts, type OutcomeCounts } from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** Findings that are kept. */
const keptFindings = 1_000;

/** How far a replay is, and what it has found. Numbers of versions are decimal. */
export interface ReplayProgress {
  readonly format: 1;
  readonly chain_id: number;
  readonly from: string;
  readonly to: string;
  /** The first version that is not done. */
  next: string;
  counts: OutcomeCounts;
  readonly findings: ReplayReport[];
}

/** Begins a replay. */
export function beginProgress(chainId: number, from: bigint, to: bigint): ReplayProgress {
  const [first, last] = [from.toString(), to.toString()];
  return { format: 1, chain_id: chainId, from: first, to: last, next: first, counts: { ...noCounts }, findings: [] };
}

/** Keeps findings, as many as there is room for. */
export function keepFindings(progress: ReplayProgress, findings: readonly ReplayReport[]): void {
  progress.findings.push(...findings.slice(0, Math.max(0, keptFindings - progress.findings.length)));
}

/**
 * Reads the progress of a replay that was interrupted.
 *
 * @returns `undefined` where there is no such file
 * @throws ReplayError `invalid_progress` for a file that is none, or of another ledger
 */
export function readProgress(file: string, chainId: number): ReplayProgress | undefined {
  if (!existsSync(file)) return undefined;
  const refuse = (reason: string): never => {
    throw new ReplayError("invalid_progress", `${file} ${reason}`);
  };
  let read: Partial<ReplayProgress> = {};
  try {
    read = JSON.parse(readFileSync(file, "utf8")) as Partial<ReplayProgress>;
  } catch {
    refuse("is not JSON");
  }
  if (read.format !== 1 || !isVersion(read.from) || !isVersion(read.to) || !isVersion(read.next)) {
    refuse("is no progress of a replay");
  }
  if (read.chain_id !== chainId) refuse(`is of a ledger with chain id ${read.chain_id}, and this one has ${chainId}`);
  return { ...(read as ReplayProgress), counts: { ...noCounts, ...read.counts } };
}

/** Writes the progress in one step: a file that is there is whole. */
export function writeProgress(file: string, progress: ReplayProgress): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(progress)}\n`);
  renameSync(draft, file);
}

function isVersion(text: unknown): boolean {
  return typeof text === "string" && /^\d{1,20}$/.test(text);
}
