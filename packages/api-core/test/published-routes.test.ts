import { createApi, type TransactionPool } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { createContractChecker, type Operation } from "./support/contract.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly $ref?: string; readonly type?: string; readonly format?: string };
}

interface PublishedRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly parameters: readonly Parameter[];
  readonly request: readonly string[];
  readonly responses: Readonly<Record<string, readonly string[]>>;
}

/**
 * Every way in which the description differs from the published one, with its reason. `*` stands for any operation: a status that a server
 * gives to all of them is told for all of them here.
 */
const allowed: Readonly<Record<string, string>> = {
  "*: also status 304": "answers have entity tags, and one that the client has is not sent again",
  "*: also status 403":
    "a host name that the node does not serve, and an output that is switched off, are refused in every operation",
  "*: also status 404": "a path that is no operation's has this status, also under an operation's own prefix",
  "*: also status 405": "a path with another method has it; the published node gives it too, undescribed",
  "*: also status 411": "a body without a length has it; the published node gives it too, undescribed",
  "*: also status 413": "a body that is too large has it; the published node gives it too, undescribed",
  "*: also status 415": "a body of another type has it; the published node gives it too, undescribed",
  "*: also status 429": "a node may limit the rate of requests; published nodes leave that to gateways",
  "*: also status 503": "documents too are refused while the node is too busy",
  "healthy: also status 400": "a duration that is no number is refused so, by the published node too",
  "info: also status 400": "the answer is JSON alone: a client that wants BCS is refused",
  "info: also status 500": "every operation that reads the ledger may fail so",
  "simulate_transaction: also status 410":
    "what a simulation reads may be pruned on a ledger that knows only some of the state",
  "submit_transaction: also status 410": "as above",
  "submit_batch_transactions: also status 410": "as above",
  "estimate_gas_price: also status 410": "the blocks that it looks at may be pruned meanwhile",
  "get_account_resources: parameter start is StateKeyCursor, published is StateKeyWrapper": "the requirements' name",
  "get_account_modules: parameter start is StateKeyCursor, published is StateKeyWrapper": "the requirements' name",
  "get_account_module: parameter module_name is Identifier, published is IdentifierWrapper": "the requirements' name",
  "get_events_by_event_handle: parameter field_name is Identifier, published is IdentifierWrapper": "as above",
  "get_block_by_height: parameter block_height is U64, published is integer uint64":
    "the same digits; generated clients keep all of them",
  "get_block_by_version: parameter version is U64, published is integer uint64": "as above",
  "get_account_transactions: also parameter query touched":
    "an addition: transactions that touch the account, by the index",
  "get_account_transactions: also parameter query order": "an addition, for the same",
  "get_account_transactions: also parameter query ledger_version": "an addition, for the same",
  "get_raw_table_item: no 200 in application/json":
    "the value is bytes: the published node describes JSON and refuses it",
  "encode_submission: no 200 in application/x-bcs": "the published node describes BCS and refuses it",
  "submit_batch_transactions: no 206 in application/x-bcs": "refusals are told in JSON, as all refusals are",
};

/** That of a node which takes transactions: a node without one does not describe how they are refused. */
const pool: TransactionPool = {
  submit: () => Promise.reject(new Error("nothing is submitted")),
  findPending: async () => undefined,
};

const path = "rest/published-routes.json";

describeVectors(path, () => {
  const { routes } = readVectorJson<{ routes: readonly PublishedRoute[] }>(path);
  const { document } = createContractChecker(createApi({ store: createMemoryStore(), pool }));
  const differences = new Set(routes.flatMap((route) => differencesOf(route)));

  test("describes the published routes, but for what is listed with its reason", () => {
    const listed = Object.keys(allowed);
    const unlisted = [...differences].filter((one) => !listed.includes(one) && !listed.includes(ofEvery(one)));
    expect(unlisted).toEqual([]);
  });

  test("lists no difference that there is not", () => {
    const found = new Set([...differences].flatMap((one) => [one, ofEvery(one)]));
    expect(Object.keys(allowed).filter((one) => !found.has(one))).toEqual([]);
  });

  function differencesOf({ method, path: place, operation: id, ...route }: PublishedRoute): string[] {
    const operation = document.paths[place]?.[method.toLowerCase()];
    if (operation === undefined) return [`${id}: no ${method} ${place}`];
    return [
      ...(operation.operationId === id ? [] : [`${id}: is called ${operation.operationId}`]),
      ...parameterDifferences(route.parameters, operation),
      ...setDifferences("body", route.request, Object.keys(operation.requestBody?.content ?? {})),
      ...setDifferences("status", Object.keys(route.responses), Object.keys(operation.responses)),
      ...Object.entries(route.responses).flatMap(([status, types]) => {
        const described = operation.responses[status];
        return described === undefined ? [] : setDifferences(`${status} in`, types, typesOf(described));
      }),
    ].map((difference) => (difference.startsWith(id) ? difference : `${id}: ${difference}`));
  }

  function typesOf(response: Operation["responses"][string]): string[] {
    const { content } =
      response.$ref === undefined ? response : document.components.responses[response.$ref.split("/")[3]!]!;
    return Object.keys(content ?? {});
  }

  function parameterDifferences(published: readonly Parameter[], { parameters = [] }: Operation): string[] {
    const described = parameters as readonly Parameter[];
    const shape = (all: readonly Parameter[]) => all.map(({ name, in: at }) => `${at} ${name}`);
    return [
      ...setDifferences("parameter", shape(published), shape(described)),
      ...published.flatMap(({ name, required, schema }) => {
        const ours = described.find((parameter) => parameter.name === name);
        if (ours === undefined) return [];
        const [theirs, own] = [typeOf(schema), typeOf(ours.schema)];
        return [
          ...(ours.required === required ? [] : [`parameter ${name} is ${ours.required ? "" : "not "}required`]),
          ...(theirs === own ? [] : [`parameter ${name} is ${own}, published is ${theirs}`]),
        ];
      }),
    ];
  }
});

function typeOf({ $ref, type = "", format }: Parameter["schema"]): string {
  if ($ref !== undefined) return $ref.slice("#/components/schemas/".length);
  return format === undefined ? type : `${type} ${format}`;
}

function setDifferences(kind: string, published: readonly string[], ours: readonly string[]): string[] {
  return [
    ...published.filter((one) => !ours.includes(one)).map((one) => `no ${kind} ${one}`),
    ...ours.filter((one) => !published.includes(one)).map((one) => `also ${kind} ${one}`),
  ];
}

/** The name of a difference of one operation as one of all of them. */
function ofEvery(difference: string): string {
  return difference.replace(/^\w+:/, "*:");
}
