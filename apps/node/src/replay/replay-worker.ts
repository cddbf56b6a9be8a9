// A thread that executes records again, with a connection and a machine of its own.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";
import { CaseError, CaseLedger, CaseRecorder, encodeCase, type ReplayedLedger } from "@ledger/executor/replay";
import { Limiter } from "@ledger/kit";
import { connectParent } from "@ledger/kit/threads";
import { StoreError } from "@ledger/state-store";
import { openReader } from "../store/open-store.ts";
import { giveWay } from "./background.ts";
import { readCaseFile } from "./case-files.ts";
import {
  type CaseFacts,
  Pulse,
  type RecordedCase,
  type ReplayFunctions,
  type ReplayListener,
  type ReplayTask,
  type ReplayThreadData,
} from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** Milliseconds between two signs of life while nothing is executed, or what is executed waits for its ledger. */
const beat = 500;

enableCompileCache?.();
const settings = workerData as ReplayThreadData;
const { createRangeRunner } = await import("./run-range.ts");
if (settings.isBackground) giveWay();
// A result that waited for the end of a turn would be lost with a thread that hangs in the next range.
const parent = connectParent<ReplayListener, ReplayFunctions>({ schedule: (flush) => flush() });
const pulse = new Pulse(settings.pulse);
pulse.beat();
setInterval(() => pulse.beat(), beat).unref();

const opened = open();
// Those who call are answered with the failure.
await opened.catch(() => undefined);
parent.emit("opened", undefined);
/** One range after the other: the version that is being executed is the one that takes the time. */
const inTurn = new Limiter(1);
const run = opened.then(({ ledger }) =>
  createRangeRunner(ledger, {
    ...settings,
    onVersion(version) {
      pulse.version = version;
    },
  }),
);
run.catch(() => undefined);
parent.serve({
  facts: () => named(async () => (await opened).facts),
  run: (task) =>
    inTurn.run(() =>
      named(async () => {
        try {
          const tally = await (await run)(task);
          return { ...tally, recorded: (await opened).finish?.(task) };
        } finally {
          pulse.version = undefined;
        }
      }),
    ),
});

/** A ledger to execute, and what ends the record of what was read of it. */
interface OpenedLedger {
  readonly ledger: ReplayedLedger;
  /** The versions of a case. */
  readonly facts?: CaseFacts;
  readonly finish?: (task: ReplayTask) => RecordedCase;
}

async function open(): Promise<OpenedLedger> {
  const { source } = settings;
  if (source.kind === "case") {
    const value = readCaseFile(source.file);
    const facts = { chainId: value.chainId, from: value.from, to: value.to };
    return { ledger: new CaseLedger(value), facts };
  }
  const reader = await openReader(source.location);
  if (source.kind === "store") return { ledger: reader };
  const summary = await reader.summary();
  if (summary === undefined) throw new ReplayError("store_empty", "the ledger has no versions yet");
  const recorder = new CaseRecorder(reader);
  return {
    ledger: recorder,
    finish: ({ from, to }) => {
      const value = recorder.finish(summary.chainId, from, to);
      return { bytes: encodeCase(value), items: value.reads.length };
    },
  };
}

/** Fails with codes of this program. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isNamed = error instanceof StoreError || error instanceof ReplayError || error instanceof CaseError;
    const message = error instanceof Error ? error.message : String(error);
    throw new ReplayError(isNamed ? error.code : systemCode(error), message);
  }
}

/** A file that the system cannot open is no fault of the records. */
function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.syscall === undefined ? "replay_failed" : "system_error";
}
