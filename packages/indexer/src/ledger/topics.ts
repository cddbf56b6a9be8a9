/** Versions by the values that lead to them, ascending: what a topic of a ledger's transactions is. */
export class Topics {
  readonly #versions = new Map<string, number[]>();
  #oldest = 0;

  /** Adds a version, which is not below those that the topic has. */
  add(topic: string, version: number): void {
    const versions = this.#versions.get(topic);
    if (versions === undefined) this.#versions.set(topic, [version]);
    else if (versions.at(-1) !== version) versions.push(version);
  }

  /** The versions of a topic that are kept. */
  list(topic: string): readonly number[] {
    const versions = this.#versions.get(topic) ?? [];
    return versions.length > 0 && versions[0]! < this.#oldest
      ? versions.slice(firstFrom(versions, this.#oldest))
      : versions;
  }

  /** Forgets versions below one, as pruning does. */
  prune(oldest: number): void {
    // Lists are cut when a good part of the versions is gone; until then their reader leaves out what is.
    const isDue = oldest - this.#oldest >= pruneStep;
    this.#oldest = oldest;
    if (!isDue) return;
    for (const [topic, versions] of this.#versions) {
      const start = firstFrom(versions, oldest);
      if (start === versions.length) this.#versions.delete(topic);
      else if (start > 0) versions.splice(0, start);
    }
  }
}

const pruneStep = 10_000;

/** Index of the first version that is not below another. */
function firstFrom(versions: readonly number[], oldest: number): number {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]! < oldest) low = middle + 1;
    else high = middle;
  }
  return low;
}
