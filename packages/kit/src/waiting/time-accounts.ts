/** Accounts that are kept before those that are as good as new ones are looked for, and in all. */
const usualAccounts = 1_024;
const mostAccounts = 16 * usualAccounts;

/**
 * Remembers how much time each of several clients has used, so that the one with the least goes first. A client that comes, or comes back,
 * begins where the one stood that went first last: time that it did not use earlier is not owed to it.
 *
 * @typeParam Client - compared by identity
 */
export class TimeAccounts<Client = string> {
  readonly #used = new Map<Client, number>();
  /** The account of the one that went first last. */
  #floor = 0;
  /** The number of accounts at which they are looked through again. */
  #full = usualAccounts;

  /** Accounts that are kept. */
  get size(): number {
    return this.#used.size;
  }

  /** Notes that a client has used time, milliseconds. */
  charge(client: Client, milliseconds: number): void {
    if (this.#used.size >= this.#full) this.#forget();
    this.#used.set(client, this.#of(client) + milliseconds);
  }

  /** Chooses the client that has used least; the first of several. @returns `undefined` where there are none */
  first(clients: Iterable<Client>): Client | undefined {
    let [first, least] = [undefined as Client | undefined, Number.POSITIVE_INFINITY];
    for (const client of clients) {
      const used = this.#of(client);
      if (used < least) [first, least] = [client, used];
    }
    if (least < Number.POSITIVE_INFINITY) this.#floor = Math.max(this.#floor, least);
    return first;
  }

  #of(client: Client): number {
    return Math.max(this.#used.get(client) ?? 0, this.#floor);
  }

  /** Drops accounts that are as good as new ones, and the older half where there are too many all the same. */
  #forget(): void {
    for (const [client, used] of this.#used) if (used <= this.#floor) this.#used.delete(client);
    if (this.#used.size >= mostAccounts) {
      for (const client of [...this.#used.keys()].slice(0, mostAccounts / 2)) this.#used.delete(client);
    }
    // So that looking through them costs each new one little.
    this.#full = Math.max(usualAccounts, 2 * this.#used.size);
  }
}
