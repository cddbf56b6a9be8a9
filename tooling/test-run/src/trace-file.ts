import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findStarted, startedBy } from "./started-processes.ts";

/** The traces of a test file. */
export interface Traces {
  /** The file's folder for temporary files. */
  readonly folder: string;
  /** Processes and temporary files that are still there, in words. */
  find(): string[];
  /** Ends and removes what was found, so that one file's fault is not another one's load. */
  remove(): void;
}

/** Marks the processes that a file starts from here on, and gives it a folder for temporary files, until they are removed. */
export function traceFile(name: string): Traces {
  // Another checkout may run the same file at the same time.
  const mark = `${process.env[startedBy] ?? ""}/${name}:${process.pid}`;
  const usual = {
    [startedBy]: process.env[startedBy],
    TMPDIR: process.env.TMPDIR,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  };
  // Node keeps compiled code among the temporary files, where every program finds what others have compiled.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
  const folder = mkdtempSync(join(tmpdir(), "ledger-test-"));
  // Readable by all, because servers that do not run as root keep files here too.
  chmodSync(folder, 0o755);
  process.env[startedBy] = mark;
  process.env.TMPDIR = folder;
  const findProcesses = () => findStarted((starter) => starter === mark);
  return {
    folder,
    find: () => [
      ...findProcesses().map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`),
      ...readdirSync(folder).map((file) => `temporary ${file}`),
    ],
    remove() {
      for (const { pid } of findProcesses()) kill(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      for (const [variable, value] of Object.entries(usual)) {
        if (value === undefined) delete process.env[variable];
        else process.env[variable] = value;
      }
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It may have ended by now.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
