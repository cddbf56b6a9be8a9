import type { LedgerSummary } from "@ledger/state-store";

/** The headers that tell the state of the ledger, without their configured prefix, in the order they are sent. */
export const ledgerHeaders = {
  "CHAIN-ID": { type: "uint8", description: "Chain id." },
  "LEDGER-VERSION": { type: "uint64", description: "Current ledger version." },
  "LEDGER-OLDEST-VERSION": { type: "uint64", description: "Oldest ledger version that has not been pruned." },
  "LEDGER-TIMESTAMPUSEC": {
    type: "uint64",
    description: "Current chain timestamp: microseconds of the latest block.",
  },
  EPOCH: { type: "uint64", description: "Current epoch." },
  "BLOCK-HEIGHT": { type: "uint64", description: "Current block height." },
  "OLDEST-BLOCK-HEIGHT": { type: "uint64", description: "Oldest block height that has not been pruned." },
} as const;

type LedgerHeader = keyof typeof ledgerHeaders;

/** The header that carries the key of the next page. */
export const cursorHeader = "CURSOR";
/** The header that carries the gas a call used. */
export const gasUsedHeader = "GAS-USED";
/** The header that carries the time that simulated code saw. */
export const simulatedTimeHeader = "SIMULATED-TIMESTAMPUSEC";
/** The header that names the first version that a list covers. */
export const listFromHeader = "LIST-FROM-VERSION";
/** The header that names the upstreams that reported state in an answer without proof. */
export const stateOriginHeader = "STATE-ORIGIN";
/** The header that names the node that answered in this node's place. */
export const answeredByHeader = "ANSWERED-BY";

/** The other headers of the same families, and which routes' answers may carry them. */
export const answerHeaders = {
  [cursorHeader]: {
    on: "paged",
    type: "string",
    description: "Where the next page starts: pass it as `start`. Absent on the last page.",
  },
  [gasUsedHeader]: {
    on: "metered",
    type: "uint64",
    description: "Cost of the call in gas; only on calls that ran the virtual machine.",
  },
  [simulatedTimeHeader]: {
    on: "simulated",
    type: "uint64",
    description:
      "Time that the code of a simulation saw, in microseconds since the Unix epoch: that of the next block where this network " +
      "makes its blocks itself and no version is asked for, otherwise that of the state.",
  },
  [listFromHeader]: {
    on: "windowed",
    type: "uint64",
    description:
      "First version whose transactions the list can hold: older ones are pruned, and missing without an error.",
  },
  [stateOriginHeader]: {
    on: "all",
    type: "string",
    description:
      "Upstream nodes (host and port, comma-separated) that reported state in this answer without proof: a node that started " +
      "above version 0 fetches missing state from them. Absent when all of the state was verified.",
  },
  [answeredByHeader]: {
    on: "relayed",
    type: "string",
    description:
      "Node (host and port) that gave this answer in place of this one, which has verified nothing of it. Absent from answers " +
      "of this node.",
  },
} as const;

/** Every header name of the given families, e.g. for `Access-Control-Expose-Headers`. */
export function ledgerHeaderNames(prefixes: readonly string[]): string[] {
  const names = [...Object.keys(ledgerHeaders), ...Object.keys(answerHeaders)];
  return prefixes.flatMap((prefix) => names.map((name) => prefix + name));
}

/**
 * Makes the writer of ledger headers. It keeps the headers of the latest summary: between two blocks every answer
 * carries the same ones.
 */
export function createLedgerHeaders(prefixes: readonly string[]): (ledger: LedgerSummary) => Record<string, string> {
  let latest: LedgerSummary | undefined;
  let headers: Record<string, string> = {};
  return (ledger) => {
    if (ledger === latest) return headers;
    const values = headerValues(ledger);
    const fresh: Record<string, string> = {};
    for (const prefix of prefixes) {
      for (const name in values) fresh[prefix + name] = values[name as LedgerHeader];
    }
    latest = ledger;
    headers = fresh;
    return fresh;
  };
}

function headerValues(ledger: LedgerSummary): Record<LedgerHeader, string> {
  return {
    "CHAIN-ID": `${ledger.chainId}`,
    "LEDGER-VERSION": `${ledger.version}`,
    "LEDGER-OLDEST-VERSION": `${ledger.oldestVersion}`,
    "LEDGER-TIMESTAMPUSEC": `${ledger.timestampUsecs}`,
    EPOCH: `${ledger.epoch}`,
    "BLOCK-HEIGHT": `${ledger.blockHeight}`,
    "OLDEST-BLOCK-HEIGHT": `${ledger.oldestBlockHeight}`,
  };
}
