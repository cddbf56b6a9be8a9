/** Node's processor time of this thread; microseconds. */
declare const process: { threadCpuUsage?(): { readonly user: number; readonly system: number } } | undefined;

/**
 * Milliseconds of the processor that this thread has used; those of the clock where the host does not tell. What is bounded or charged by it is the
 * same on a busy machine.
 */
export function processorTime(): number {
  const used = typeof process === "undefined" ? undefined : process?.threadCpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1_000;
}
