/** Milliseconds of work that are measured. */
const sample = 1_000;

/**
 * Measures how many times longer work takes than on a quiet machine, by the time that some work takes and the processor time that it gets.
 * Bounds of waits are for a quiet machine, where this is 1: a busy one is no fault of the node.
 */
export function measureSlowness(): number {
  const processorTime = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const [began, worked] = [performance.now(), processorTime()];
  while (processorTime() - worked < sample);
  return Math.max(1, (performance.now() - began) / (processorTime() - worked));
}
