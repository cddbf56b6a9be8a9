/** The processor time that work of a kind has used for a client. */
export interface ClientCost {
  /** Address of the client. */
  readonly client: string;
  /** Kind of the work, as in metrics; `point` for reads that are answered at once. */
  readonly work: string;
  readonly milliseconds: number;
}

/** Clients that operators are shown. */
export const mostShownClients = 5;

/** The last minute, in parts that are forgotten one by one, milliseconds. */
const part = 10_000;
const parts = 6;

/** Clients that are remembered of one part. */
const mostClients = 4_096;

/** Remembers which clients have cost how much in the last minute. */
export class ClientCosts {
  readonly #now: () => number;
  /** The newest part last. */
  readonly #parts: { readonly from: number; readonly costs: Map<string, ClientCost> }[] = [];

  /** @param now - milliseconds from any fixed point */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(client: string, work: string, milliseconds: number): void {
    const now = this.#now();
    let newest = this.#parts.at(-1);
    if (newest === undefined || now >= newest.from + part) {
      newest = { from: now, costs: new Map() };
      this.#parts.push(newest);
      this.#forget(now);
    }
    const key = `${work} ${client}`;
    const known = newest.costs.get(key);
    if (known === undefined && newest.costs.size >= mostClients) return;
    newest.costs.set(key, { client, work, milliseconds: (known?.milliseconds ?? 0) + milliseconds });
  }

  /** The costs of the last minute that were highest. */
  highest(count: number): readonly ClientCost[] {
    this.#forget(this.#now());
    return highestOf(
      this.#parts.flatMap(({ costs }) => [...costs.values()]),
      count,
    );
  }

  #forget(now: number): void {
    while (this.#parts[0] !== undefined && this.#parts[0].from <= now - part * parts) this.#parts.shift();
  }
}

/** Adds costs up by client and kind. @returns the highest sums, the highest first */
export function highestOf(costs: readonly ClientCost[], count: number): readonly ClientCost[] {
  const sums = new Map<string, ClientCost>();
  for (const { client, work, milliseconds } of costs) {
    const key = `${work} ${client}`;
    sums.set(key, { client, work, milliseconds: (sums.get(key)?.milliseconds ?? 0) + milliseconds });
  }
  return [...sums.values()].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, count);
}
