import { createClient } from "@ledger/api-core/client";
import { reach } from "../api/call.ts";
import { toFailure } from "../api/failure.ts";

/** A node as it answers this page. */
export interface SeenNode {
  readonly url: string;
  readonly chainId: number | undefined;
  readonly version: string | undefined;
  /** Why it cannot be used; absent when it can. */
  readonly fault: string | undefined;
}

/** Milliseconds that a node may take. */
const patience = 10_000;

/** Asks a node which ledger it has. */
export async function lookAtNode(url: string): Promise<SeenNode> {
  try {
    const client = createClient(url, { fetch: (target, request) => reach(target, request) });
    const { value } = await client.call("get_ledger_info", { signal: AbortSignal.timeout(patience) });
    return { url, chainId: value.chain_id, version: value.ledger_version, fault: undefined };
  } catch (error) {
    return { url, chainId: undefined, version: undefined, fault: toFailure(error).message };
  }
}

/** Why nodes cannot be used together; `undefined` when they can. */
export function faultOf(nodes: readonly SeenNode[]): string | undefined {
  const [first] = nodes;
  const silent = nodes.find(({ fault }) => fault !== undefined);
  if (silent !== undefined) return `${silent.url}: ${silent.fault}`;
  const other = nodes.find(({ chainId }) => chainId !== first?.chainId);
  return other && `${other.url} has chain ${other.chainId}, ${first?.url} has chain ${first?.chainId}.`;
}
