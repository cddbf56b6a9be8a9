import { setTimeout as delay } from "node:timers/promises";

/** Reads something again and again until it is as expected; the test's own time limit bounds it. */
export async function waitFor<T>(read: () => Promise<T>, accept: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    await delay(20);
  }
}
