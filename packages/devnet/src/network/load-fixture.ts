import type { Network, NetworkSnapshot } from "./network.ts";

/** The value that a fixture has made, and the place right after it, by network. */
const made = new WeakMap<
  Network,
  Map<unknown, Promise<{ readonly value: unknown; readonly place: NetworkSnapshot }>>
>();

/**
 * Prepares a network by a function: the first time it runs, later the network goes back to where it was right after it.
 *
 * @param fixture - the same function every time
 * @returns what the fixture returned the first time
 */
export async function loadFixture<N extends Network, T>(net: N, fixture: (net: N) => Promise<T>): Promise<T> {
  const known =
    made.get(net) ?? new Map<unknown, Promise<{ readonly value: unknown; readonly place: NetworkSnapshot }>>();
  made.set(net, known);
  const before = known.get(fixture);
  if (before !== undefined) {
    const { value, place } = await before;
    await place.restore();
    return value as T;
  }
  const first = (async () => ({ value: await fixture(net), place: await net.snapshot() }))();
  known.set(fixture, first);
  try {
    return (await first).value;
  } catch (error) {
    known.delete(fixture);
    throw error;
  }
}
