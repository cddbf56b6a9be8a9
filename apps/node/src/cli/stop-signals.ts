import { readFileSync } from "node:fs";

/** Signals that end a node in order; a running node takes the last for another request, see {@link StopSignals.onHangup}. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Milliseconds in which a signal that comes again is the same one: a package manager passes on what a terminal sends to all. */
const echo = 500;

/** Milliseconds between two looks for the parent. */
const parentInterval = 500;

/** Signals that ask the program to stop, from its first moment on. */
export interface StopSignals {
  /** Aborts at the first of them; its reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Leaves them to the system again: a command that has nothing to finish ends at once, also for one that came meanwhile. */
  release(): void;
  /** Takes SIGHUP from now on for a request to read the configuration again, unless a terminal sends it when it is closed. */
  onHangup(reload: () => void): void;
}

/** Listens for the signals. The second one ends the process at once: its sender does not want to wait. */
export function listenForStop(): StopSignals {
  const stop = new AbortController();
  let since = 0;
  const take = (name: NodeJS.Signals): void => {
    const now = performance.now();
    if (!stop.signal.aborted) {
      since = now;
      stop.abort(name);
    } else if (now - since > echo) process.exit(1);
  };
  for (const name of stopSignals) process.on(name, take);
  const endWatch = watchParent(() => take("SIGTERM"));
  return {
    signal: stop.signal,
    onHangup(reload) {
      if (process.stdin.isTTY || process.stdout.isTTY) return;
      process.off("SIGHUP", take);
      process.on("SIGHUP", reload);
    },
    release() {
      endWatch();
      for (const name of stopSignals) process.off(name, take);
      if (stop.signal.aborted) process.kill(process.pid, stop.signal.reason as NodeJS.Signals);
    },
  };
}

/**
 * Watches the process that started this one, where that is a package manager: `npm` and `npx` end on a signal without passing it
 * on through their shell, and would leave a node that cannot be stopped.
 *
 * @returns ends the watch
 */
function watchParent(onGone: () => void): () => void {
  if (process.env.npm_execpath === undefined && process.env.npm_command === undefined) return () => undefined;
  const { ppid } = process;
  const shellParent = parentOf(ppid);
  const timer = setInterval(() => {
    if (process.ppid === ppid && parentOf(ppid) === shellParent) return;
    clearInterval(timer);
    onGone();
  }, parentInterval);
  timer.unref();
  return () => clearInterval(timer);
}

/** The parent of a process, where the system has a file that says it: a shell may outlive the program that started it. */
function parentOf(pid: number): string | undefined {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}
