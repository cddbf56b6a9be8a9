/**
 * Blocks that are made and not stored yet: so many at most, so that one is executed while the one before is checked and stored, and
 * what comes meanwhile fills the next one.
 */
export class UnstoredBlocks {
  readonly #most: number;
  /** Their last versions. */
  #versions: bigint[] = [];
  #onRoom: (() => void) | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  add(lastVersion: bigint): void {
    this.#versions.push(lastVersion);
  }

  /** Notes that everything up to a version is stored. */
  settle(version: bigint): void {
    this.#versions = this.#versions.filter((made) => made > version);
    if (this.#versions.length < this.#most) this.#onRoom?.();
  }

  /** Returns when there is room for another one, or the signal has aborted. */
  async room(signal: AbortSignal): Promise<void> {
    if (this.#versions.length < this.#most || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = (): void => resolve();
    this.#onRoom = leave;
    signal.addEventListener("abort", leave);
    await promise;
    // The signal lives as long as the thread, and nearly every block of a busy one waits.
    signal.removeEventListener("abort", leave);
    this.#onRoom = undefined;
  }
}
