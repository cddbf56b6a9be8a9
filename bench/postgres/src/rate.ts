/** Questions that are under way at a time. */
const concurrency = 32;

/** Asks so many questions, some at a time. @returns answers a second */
export async function measureRate(ask: (i: number) => unknown, count: number): Promise<number> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await ask(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  return (count / (performance.now() - started)) * 1_000;
}
