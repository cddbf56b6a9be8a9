// A thread that executes records again, with a connection and a machine of its own.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { CaseError, CaseLedger, CaseRecorder, encodeCase, type ReplayedLedger } from "@ledger/executor/replay";
import { StoreError } from "@ledger/state-store";
import { openReader } from "../store/open-store.ts";
import { giveWay } from "./background.ts";
import { readCaseFile } from "./case-files.ts";
import { Pulse, type RecordedCase, type ReplayAnswer, type ReplayTask, type ReplayThreadData } from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** Milliseconds between two signs of life while nothing is executed, or what is executed waits for its ledger. */
const beat = 500;

enableCompileCache?.();
const settings = workerData as ReplayThreadData;
const { createRangeRunner } = await import("./run-range.ts");
if (settings.isBackground) giveWay();
const port = parentPort;
if (port === null) throw new Error("records are executed again in a worker thread");
const pulse = new Pulse(settings.pulse);
pulse.beat();
setInterval(() => pulse.beat(), beat).unref();
const say = (answer: ReplayAnswer): void => port.postMessage(answer);

try {
  const { ledger, finish } = await open();
  say({ kind: "ready" });
  const run = createRangeRunner(ledger, {
    ...settings,
    onVersion(version) {
      pulse.version = version;
    },
  });
  const answer = async (task: ReplayTask): Promise<void> => {
    try {
      const tally = await run(task);
      say({ kind: "done", tally: { ...tally, recorded: finish?.(task) } });
    } catch (error) {
      say(failure(error));
    }
    pulse.version = undefined;
  };
  // One after the other: the version that is being executed is the one that takes the time.
  let last = Promise.resolve();
  port.on("message", (task: ReplayTask) => {
    last = last.then(() => answer(task));
  });
} catch (error) {
  say(failure(error));
}

/** A ledger to execute, and what ends the record of what was read of it. */
interface OpenedLedger {
  readonly ledger: ReplayedLedger;
  readonly finish?: (task: ReplayTask) => RecordedCase;
}

async function open(): Promise<OpenedLedger> {
  const { source } = settings;
  if (source.kind === "case") {
    const value = readCaseFile(source.file);
    const ledger = new CaseLedger(value);
    say({ kind: "case", facts: { chainId: value.chainId, from: value.from, to: value.to } });
    return { ledger };
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

function failure(error: unknown): ReplayAnswer {
  const isNamed = error instanceof StoreError || error instanceof ReplayError || error instanceof CaseError;
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "failed", code: isNamed ? error.code : systemCode(error), message };
}

/** A file that the system cannot open is no fault of the records. */
function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.syscall === undefined ? "replay_failed" : "system_error";
}
