/** Waits until the clock (microseconds) shows `due`; returns earlier when `signal` aborts, and at once when it is due. */
export function waitUntil(due: bigint, clock: () => bigint, signal: AbortSignal): Promise<void> {
  const delay = Number(due - clock()) / 1_000;
  if (delay <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, delay);
    signal.addEventListener("abort", finish);
  });
}
