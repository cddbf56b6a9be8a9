import { readLocalGenesis } from "@ledger/local-chain";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { getIntrospectionQuery } from "graphql";
import { beforeAll, expect, test } from "vitest";
import { createLocalIndexer, type HttpService, queryService, type ServiceRequest } from "../src/index.ts";

let store: LedgerStore;
let indexer: HttpService;
const faults: unknown[] = [];

beforeAll(async () => {
  store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  indexer = createLocalIndexer({ store, onFault: (error) => faults.push(error) });
});

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string }[];
}

const requestOf = (query: string, more: Partial<ServiceRequest> = {}): ServiceRequest => ({
  method: "POST",
  path: "/v1/graphql",
  query: new URLSearchParams(),
  body: new TextEncoder().encode(JSON.stringify({ query })),
  header: () => undefined,
  isOfThisMachine: true,
  ...more,
});

async function ask(query: string): Promise<Answer> {
  const { status, body } = await indexer.handle(requestOf(query));
  expect(status).toBe(200);
  return JSON.parse(body) as Answer;
}

const refusalOf = async (query: string): Promise<string | undefined> => (await ask(query)).errors?.[0]?.message;
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, i) => `a${i}:${field}`).join(" ");
const objects = "current_objects{object_address}";

test.each([
  ["as they are", (fields: string) => `{${fields}}`],
  ["in a fragment in their place", (fields: string) => `{... on query_root{${fields}}}`],
  ["in a named fragment", (fields: string) => `{...f} fragment f on query_root{${fields}}`],
  [
    "in a fragment of a fragment",
    (fields: string) => `{...f} fragment f on query_root{...g} fragment g on query_root{${fields}}`,
  ],
])("fields of the root are bounded, %s", async (_, queryOf) => {
  expect(await refusalOf(queryOf(aliases(21, objects)))).toBe("a query may ask for at most 20 fields at the root");
  expect(Object.keys((await ask(queryOf(aliases(20, objects)))).data ?? {})).toHaveLength(20);
});

test("fields count as often as a fragment brings them, also where fragments double each other", async () => {
  const many = `fragment f on current_objects{${aliases(60, "owner_address")}}`;
  expect(await refusalOf(`{${aliases(10, "current_objects{...f}")}} ${many}`)).toContain("at most 500 fields");
  expect(await refusalOf(`{${aliases(5, "current_objects{...f}")}} ${many}`)).toBeUndefined();
  const doubling = Array.from({ length: 30 }, (_, i) => `fragment f${i} on current_objects{...f${i + 1} ...f${i + 1}}`);
  const last = "fragment f30 on current_objects{owner_address}";
  expect(await refusalOf(`{current_objects{...f0}} ${doubling.join(" ")} ${last}`)).toContain("at most 500 fields");
  expect(await refusalOf("{...f} fragment f on query_root{...f}")).toContain("Cannot spread fragment");
});

test("levels are bounded, and tools can read the schema", async () => {
  const nested = `{__type(name:"query_root"){${"ofType{".repeat(20)}name${"}".repeat(20)}}}`;
  expect(await refusalOf(nested)).toBe("a query may be at most 16 levels deep");
  expect(await refusalOf(getIntrospectionQuery())).toBeUndefined();
});

test("a mistake of the client is told to the client, and is no fault", async () => {
  const mistaken = '{account_transactions(where:{account_address:{_eq:"0xnothing"}}){transaction_version}}';
  expect(await refusalOf(mistaken)).toMatch(/address|hex/);
  expect(await refusalOf("{account_transactions{transaction_version}}")).toContain("name one account");
  expect(await refusalOf("{nothing{at_all}}")).toContain("'nothing' is not available");
  expect(faults).toEqual([]);
});

test("a query of a client that has left ends", async () => {
  const controller = new AbortController();
  const asked = indexer.handle(requestOf(`{${aliases(20, objects)}}`, { signal: controller.signal }));
  controller.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test("a page cannot send a query without asking first", () => {
  const refuse = (type: string | undefined) => queryService.refuse(requestOf("{}", { header: () => type }))?.status;
  expect(["text/plain", "application/x-www-form-urlencoded", undefined].map(refuse)).toEqual([415, 415, 415]);
  expect(["application/json", "Application/JSON; charset=utf-8"].map(refuse)).toEqual([undefined, undefined]);
});
