import { costlyScripts, simulationOfScript, slowPublications } from "./costly-code.ts";
import type { NodeKind } from "./nodes.ts";
import { pointReads, type SmallQuestion } from "./probe.ts";
import type { Attack, Question } from "./protocol.ts";
import { costlyQuestions, differentQuestions, genesisTransaction, largeBodies } from "./questions.ts";

/** A kind of attack, and what the others may notice of it. Times in milliseconds. */
export interface Scenario {
  readonly name: string;
  readonly node: NodeKind;
  readonly attack: Omit<Attack, "url" | "seed" | "duration">;
  /** The questions of the others. */
  readonly others: readonly SmallQuestion[];
  readonly p99: number;
  readonly longest: number;
}

/** Bounds that hold unless a scenario has its own. */
const usual = { others: pointReads, p99: 100, longest: 500 } as const;

/** The engine compiles the code of a kind of query while the first of them run, in steps that nothing cuts. */
const firstOfTheirKind = { ...usual, p99: 150 } as const;

/** A client that is not the one whose waits are measured, and a crowd of them. */
const anotherAddress = ["127.0.0.2"];
const manyAddresses = Array.from({ length: 8 }, (_, i) => `127.0.1.${i + 1}`);

const view: SmallQuestion = {
  path: "/v1/view",
  body: JSON.stringify({ function: "0x1::account::exists_at", type_arguments: [], arguments: ["0x1"] }),
};

const smallQuery: SmallQuestion = {
  path: "/v1/graphql",
  body: JSON.stringify({ query: "{processor_status{processor last_success_version}}" }),
};

/** The smallest reads that there are, among them of what is not there. */
const smallReads: readonly Question[] = [
  ...pointReads,
  { path: `/v1/transactions/by_hash/0x${"0".repeat(64)}` },
  { path: "/v1/accounts/0x1" },
].map(({ path }) => ({ method: "GET", path }));

/** Plain questions that read much: ordered, filtered by a pattern, by JSON, counted and added up. */
const longQueries = [
  "fungible_asset_activities(limit:1,order_by:{amount:desc}){amount}",
  'events(where:{type:{_regex:"(a|b|c|d)*_{1,40}z"}},limit:1){type}',
  "events(where:{data:{_contains:{none:[1,2,3]}}},limit:1){data}",
  "fungible_asset_activities_aggregate{aggregate{count sum{amount} max{amount} stddev{amount}}}",
  "current_fungible_asset_balances(order_by:{metadata:{name:desc}},limit:1){amount}",
];

const query = (text: string): Question => ({
  method: "POST",
  path: "/v1/graphql",
  body: JSON.stringify({ query: text }),
});
const fields = (count: number, field: string): string =>
  Array.from({ length: count }, (_, i) => `a${i}:${field}`).join(" ");

/** Queries for all that there is, as many fields as are allowed, and as many as fragments may hide. */
const queries = [
  query(`{... on query_root{${fields(70, "current_objects{object_address}")}}}`),
  query(`{...f} fragment f on query_root{${fields(20, "current_objects{object_address state_key_hash}")}}`),
  query(`{${fields(20, "current_fungible_asset_balances(where:{is_primary:{_eq:true}}){storage_id amount}")}}`),
  query(
    `{${fields(5, "current_objects_aggregate(order_by:{owner_address:asc}){aggregate{count} nodes{owner_address}}")}}`,
  ),
  query(
    `{${fields(10, "current_objects_aggregate{aggregate{max{owner_address} sum{last_guid_creation_num} stddev{last_guid_creation_num}}}")}}`,
  ),
  query(
    '{events(where:{data:{_has_key:"none"}}){data} current_aptos_names{token_name} current_delegated_voter{voter}}',
  ),
];

const simulation = (body: string): Question => ({ method: "POST", path: "/v1/transactions/simulate", body });
const simulations = Object.values(costlyScripts).map((bytecode) => simulation(simulationOfScript(bytecode)));
const publications = slowPublications.map(simulation);

const listings = Array.from(
  { length: 64 },
  (_, i): Question => ({ method: "GET", path: `/v1/accounts/0x${(0xbad000 + i).toString(16)}/resources` }),
);

/** Proofs of as many keys as one may ask for, of all that a view and costly simulations read, and of the genesis transaction. */
const proofs: readonly Question[] = [
  {
    method: "POST",
    path: "/v1/proofs/state",
    body: JSON.stringify({
      keys: Array.from({ length: 1_000 }, (_, i) => `0x01${"0".repeat(64)}${i.toString(16).padStart(4, "0")}`),
    }),
  },
  { method: "GET", path: "/v1/proofs/accounts/0x1/module/account" },
  { ...view, method: "POST", path: "/v1/proofs/view" },
  ...simulations.map((question) => ({ ...question, path: "/v1/proofs/simulate" })),
  { method: "GET", path: "/v1/proofs/transactions/0?with_events=true&with_write_set=true" },
];

/** Streams of all that there is, and of what never is, each with a filter of its own. */
const streams: readonly Question[] = Array.from({ length: 64 }, (_, i) => ({
  method: "GET",
  path: `/v1/stream?from=0&include=blocks,events,transactions,changes${i % 2 === 0 ? "" : `&account=0x${i + 0xbad000}`}`,
  headers: { accept: "text/event-stream" },
}));
const pagesOfStreams = streams.map(({ method, path }): Question => ({ method, path }));

/** Subscriptions to all that there is, each another one, and to what is never there. */
const subscriptions: readonly Question[] = Array.from({ length: 64 }, (_, i): Question => {
  const live = `subscription{current_objects(offset:${i},order_by:{owner_address:asc}){object_address owner_address}}`;
  const cursor = `cursor:[{initial_value:{transaction_version:${i}}}]`;
  const stream = `subscription{fungible_asset_activities_stream(batch_size:500,${cursor},where:{amount:{_lt:"0"}}){amount}}`;
  return { ...query(i % 2 === 0 ? live : stream), headers: { accept: "text/event-stream" } };
});

/** The attacks, by the node that they are made on. */
export const scenarios: readonly Scenario[] = [
  {
    ...usual,
    name: "400 connections ask for the genesis transaction and read nothing",
    node: "real",
    attack: { connections: 400, reads: false, questions: [genesisTransaction] },
  },
  {
    ...usual,
    name: "400 connections ask for different large answers and read nothing",
    node: "real",
    attack: { connections: 400, reads: false, questions: differentQuestions(400) },
  },
  {
    ...usual,
    name: "200 connections ask for the genesis transaction and read",
    node: "real",
    attack: { connections: 200, reads: true, questions: [genesisTransaction] },
  },
  {
    ...usual,
    name: "200 connections ask for different large answers and read",
    node: "real",
    attack: { connections: 200, reads: true, questions: differentQuestions(400) },
  },
  {
    ...usual,
    name: "200 connections ask for everything that is costly",
    node: "real",
    attack: { connections: 200, reads: true, questions: costlyQuestions },
  },
  {
    ...usual,
    name: "200 connections of 8 addresses ask for everything that is costly",
    node: "real",
    attack: { connections: 200, reads: true, questions: costlyQuestions, addresses: manyAddresses },
  },
  {
    name: "100 connections send bodies of 8 MiB to every route",
    node: "real",
    attack: { connections: 100, reads: true, questions: largeBodies() },
    others: pointReads,
    p99: 200,
    longest: 1_000,
  },
  {
    ...usual,
    name: "150 connections send queries to GraphQL",
    node: "local",
    attack: { connections: 150, reads: true, questions: queries, addresses: anotherAddress },
    others: [...pointReads, view],
  },
  {
    ...firstOfTheirKind,
    name: "8 connections send queries of 20 long fields",
    node: "filled",
    attack: {
      ...{ connections: 8, reads: true, addresses: anotherAddress },
      questions: longQueries.map((field) => query(`{${fields(20, field)}}`)),
    },
    others: [...pointReads, smallQuery],
  },
  {
    ...firstOfTheirKind,
    name: "64 connections of 8 addresses send queries of 20 long fields",
    node: "filled",
    attack: {
      ...{ connections: 64, reads: true, addresses: manyAddresses },
      questions: longQueries.map((field) => query(`{${fields(20, field)}}`)),
    },
    others: [...pointReads, smallQuery],
  },
  {
    ...usual,
    name: "800 connections of one address ask for the smallest reads",
    node: "filled",
    attack: { connections: 800, reads: true, questions: smallReads, addresses: anotherAddress },
  },
  {
    ...usual,
    name: "8 connections simulate what calls costly natives",
    node: "local",
    attack: { connections: 8, reads: true, questions: simulations, addresses: anotherAddress },
    others: [...pointReads, view],
  },
  {
    ...usual,
    name: "8 connections simulate publications that are slow to verify",
    node: "local",
    attack: { connections: 8, reads: true, questions: publications, addresses: anotherAddress },
    others: [...pointReads, view],
  },
  {
    ...usual,
    name: "300 connections of 8 addresses open streams of everything and read nothing",
    node: "local",
    attack: { connections: 300, reads: false, questions: streams, addresses: manyAddresses },
    others: [...pointReads, view],
  },
  {
    ...usual,
    name: "300 connections of 8 addresses read the whole past as pages of a stream",
    node: "local",
    attack: { connections: 300, reads: true, questions: pagesOfStreams, addresses: manyAddresses },
    others: [...pointReads, view],
  },
  ...[true, false].map(
    (reads): Scenario => ({
      ...usual,
      name: `300 connections of 8 addresses subscribe to costly queries and read ${reads ? "them" : "nothing"}`,
      node: "local",
      attack: { connections: 300, reads, questions: subscriptions, addresses: manyAddresses },
      others: [...pointReads, view],
    }),
  ),
  {
    ...usual,
    name: "64 connections of 8 addresses simulate what calls costly natives",
    node: "local",
    attack: { connections: 64, reads: true, questions: simulations, addresses: manyAddresses },
  },
  {
    ...usual,
    name: "64 connections ask for the largest proofs",
    node: "proving",
    attack: { connections: 64, reads: true, questions: proofs, addresses: anotherAddress },
  },
  {
    ...usual,
    name: "64 connections ask a lazy node for what its upstream is slow to tell",
    node: "lazy",
    attack: { connections: 64, reads: true, questions: listings, addresses: anotherAddress },
    others: [...pointReads.slice(0, 1), { path: "/v1/transactions?limit=25" }],
  },
  {
    ...usual,
    name: "20 connections of HTTP/2 ask for large answers and leave",
    node: "tls",
    attack: {
      connections: 20,
      reads: true,
      isHttp2: true,
      questions: differentQuestions(400),
      addresses: anotherAddress,
    },
  },
  {
    ...usual,
    name: "20 connections of HTTP/2 send heads of 14 KB and leave",
    node: "tls",
    attack: {
      ...{ connections: 20, reads: true, isHttp2: true, addresses: anotherAddress },
      questions: [{ method: "GET", path: "/v1", headers: { "x-filler": "a".repeat(14_000) } }],
    },
  },
];
