import { answeredByHeader, answerHeaders, ledgerHeaders, stateOriginHeader } from "../contract/ledger-headers.ts";
import type { Route } from "../endpoint/route.ts";
import type { DocumentSchema } from "./schema-components.ts";

/** All headers as components. The ledger headers are there twice: an answer without a ledger has to do without them. */
export function describeHeaders(prefixes: readonly string[]): Record<string, DocumentSchema> {
  const headers: Record<string, DocumentSchema> = {};
  for (const prefix of prefixes) {
    for (const [name, { type, description }] of Object.entries(ledgerHeaders)) {
      headers[prefix + name] = { description, required: true, schema: integer(type) };
      headers[`${prefix}${name}.optional`] = { description, schema: integer(type) };
    }
    for (const [name, { type, description }] of Object.entries(answerHeaders)) {
      headers[prefix + name] = { description, schema: type === "string" ? { type } : integer(type) };
    }
  }
  return headers;
}

function integer(format: string): DocumentSchema {
  return { type: "integer", format, minimum: 0 };
}

/** Headers of an answer from the ledger. */
export function requiredHeaders(route: Route, prefixes: readonly string[]): Record<string, DocumentSchema> {
  const { paged, metered, simulated, windowed, relayed } = route;
  const isOn = { all: true, paged, metered, simulated, windowed, relayed: relayed !== undefined };
  const extra = Object.entries(answerHeaders).flatMap(([name, { on }]) => (isOn[on] ? name : []));
  return { ...ledgerReferences(prefixes), ...referencesTo(prefixes, extra) };
}

/** The ledger headers, all of them required. */
export function ledgerReferences(prefixes: readonly string[]): Record<string, DocumentSchema> {
  return referencesTo(prefixes, Object.keys(ledgerHeaders));
}

function referencesTo(prefixes: readonly string[], names: readonly string[]): Record<string, DocumentSchema> {
  return Object.fromEntries(
    prefixes.flatMap((prefix) => names.map((name) => [prefix + name, headerRef(prefix + name)])),
  );
}

/** The same headers on answers that may have to do without a ledger. */
export function optionalHeaders(prefixes: readonly string[]): Record<string, DocumentSchema> {
  const names = Object.keys(ledgerHeaders);
  const optional = prefixes.flatMap((prefix) =>
    names.map((name) => [prefix + name, headerRef(`${prefix}${name}.optional`)] as const),
  );
  return { ...Object.fromEntries(optional), ...referencesTo(prefixes, [stateOriginHeader, answeredByHeader]) };
}

function headerRef(name: string): DocumentSchema {
  return { $ref: `#/components/headers/${name}` };
}

const entityTag: DocumentSchema = {
  description: "Strong entity tag, for `If-None-Match`.",
  schema: { type: "string" },
};

/** Headers for caches, on documents. */
export const documentCachingHeaders: Record<string, DocumentSchema> = {
  ETag: entityTag,
  "Cache-Control": {
    description: "`no-cache`: caches keep it, and ask whether it has changed.",
    schema: { type: "string" },
  },
};

/** Headers for caches, on routes whose answers may be kept. */
export function cachingHeaders(route: Route): Record<string, DocumentSchema> {
  if (route.cache !== "state") return {};
  return {
    ETag: entityTag,
    "Cache-Control": {
      description:
        "`immutable` for a fixed version of a ledger that is never begun again, as those of mainnet and testnet, and is proved. " +
        "`no-cache` for everything else: caches keep it, and ask whether it has changed.",
      schema: { type: "string" },
    },
  };
}
