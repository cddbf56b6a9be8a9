import { createVerifiedFetch } from "@ledger/api-core/verified";
import { agreement, type NodeFetch, roots, type Trust } from "@ledger/verifier";
import { reach } from "./call.ts";
import type { Prover } from "./prover.ts";

/*
 * This is loaded when a node that keeps proofs is first asked for something that can be proved.
 */

/**
 * Makes the transport that proves answers.
 *
 * @param node - base URL of the API of the node that is read from
 * @param vouching - those of the nodes that vouch for roots; of several, more than half have to agree
 */
export function createProver(node: string, vouching: readonly string[]): Prover {
  const own = "the node itself";
  let restsOn = own;
  const trust = trustIn(vouching.length === 0 ? [node] : vouching);
  const verified = createVerifiedFetch({
    ...{ node, fetch, trust },
    onAnswer: (_, mark) => {
      if (mark.verified && vouching.length > 0) restsOn = mark.root.restsOn;
    },
  });
  return {
    get restsOn() {
      return restsOn;
    },
    hasRoot: async (version) => (await trust.root(BigInt(version))).ledgerVersion === BigInt(version),
    reach: async (url, { method = "GET", headers, body }) => {
      const request = {
        method: method as "GET" | "POST",
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === "string" && { body }),
      };
      return (await verified.fetch(url, request)) as Response;
    },
  };
}

function trustIn(nodes: readonly string[]): Trust {
  const [first, ...more] = nodes;
  if (first !== undefined && more.length === 0) return roots(first, { fetch });
  return agreement({ nodes, need: Math.floor(new Set(nodes).size / 2) + 1, fetch });
}

const fetch: NodeFetch = (url, request) => reach(url, request);
