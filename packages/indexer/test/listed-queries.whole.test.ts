import { beforeAll, describe, expect, test } from "vitest";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";
import { type GrownLedger, growLedger, type Reads } from "./support/grown-ledger.ts";
import { listedQueries, refusedQueries } from "./support/listed-queries.ts";

// What clients, wallets, marketplaces and dashboards ask costs as much on a large ledger as on a small one; and what would cost more is refused at once.

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string }[];
}

interface Asked {
  readonly answer: Answer;
  readonly reads: Reads;
}

class Ledger {
  readonly grown: GrownLedger;
  readonly #service: QueryService;

  constructor(grown: GrownLedger) {
    this.grown = grown;
    this.#service = createQueryService({
      store: grown.store,
      openIndex: () => grown.index,
      onFault: (error) => expect.fail(String(error)),
    });
  }

  async ask(query: string): Promise<Asked> {
    const { reads } = this.grown;
    Object.assign(reads, { records: 0, rows: 0, entries: 0 });
    const { body } = await this.#service.answer(new TextEncoder().encode(JSON.stringify({ query: `{${query}}` })));
    return { answer: JSON.parse(body) as Answer, reads: { ...reads } };
  }
}

let ledgers: readonly Ledger[];

beforeAll(async () => {
  ledgers = await Promise.all([1_500, 21_000].map(async (size) => new Ledger(await growLedger(size))));
});

/** The queries have one order, whatever they are about. */
const unnamed = new Proxy({} as GrownLedger["names"], { get: (_, name) => String(name) });
const listed = listedQueries(unnamed).map(({ of }, place) => [of, place] as const);
const refused = refusedQueries(unnamed).map(({ of }, place) => [of, place] as const);

describe("reads as much of a large ledger as of a small one:", () => {
  test.each(listed)("%s", async (_, place) => {
    for (const ledger of ledgers) {
      const { query } = listedQueries(ledger.grown.names)[place]!;
      const { answer, reads } = await ledger.ask(query);
      expect(answer.errors, query).toBeUndefined();
      const [found] = Object.values(answer.data!);
      expect(Array.isArray(found) ? found.length : found, query).toBeTruthy();
      // A page of 25 rows, with as many of other tables for each of them; a page of versions is read at once.
      expect(reads.records, query).toBeLessThanOrEqual(100);
      expect(reads.rows, query).toBeLessThanOrEqual(1_100);
      expect(reads.entries, query).toBeLessThanOrEqual(1_100);
    }
  });
});

describe("is refused before anything is read, with a query that is answered:", () => {
  test.each(refused)("%s", async (_, place) => {
    const ledger = ledgers.at(-1)!;
    const { query } = refusedQueries(ledger.grown.names)[place]!;
    const { answer, reads } = await ledger.ask(query);
    expect(reads).toEqual({ records: 0, rows: 0, entries: 0 });
    const [{ message }] = answer.errors as [{ readonly message: string }];
    expect(message).toMatch(/would be read .* and more than \d+ (?:rows|transactions) may meet the condition/);
    const [, cure] = /A query such as \{(.+)\} is answered/.exec(message)!;
    expect((await ledger.ask(cure!)).answer.errors).toBeUndefined();
  });
});
