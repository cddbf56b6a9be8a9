/** Signals that end a node in order. */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals that ask the program to stop, from its first moment on. */
export interface StopSignals {
  /** Aborts at the first of them; its reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Leaves them to the system again: a command that has nothing to finish ends at once, also for one that came meanwhile. */
  release(): void;
}

/** Listens for the signals. The second one ends the process at once: its sender does not want to wait. */
export function listenForStop(): StopSignals {
  const stop = new AbortController();
  const take = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(name);
  };
  for (const name of stopSignals) process.on(name, take);
  return {
    signal: stop.signal,
    release() {
      for (const name of stopSignals) process.off(name, take);
      if (stop.signal.aborted) process.kill(process.pid, stop.signal.reason as NodeJS.Signals);
    },
  };
}
