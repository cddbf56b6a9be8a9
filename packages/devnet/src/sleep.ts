/** Waits for some microseconds, or until `signal` aborts; not at all for none or fewer. */
export function sleep(usecs: bigint, signal: AbortSignal): Promise<void> {
  if (usecs <= 0n || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, Number(usecs) / 1_000);
    signal.addEventListener("abort", finish);
  });
}
