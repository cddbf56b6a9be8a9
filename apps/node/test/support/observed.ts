import { type NodeProcess, startNode } from "@ledger/node-process";

/** A node with an admin address. */
export interface ObservedNode extends NodeProcess {
  /** Base URL of that address. */
  readonly admin: string;
}

/** Starts a node with an admin address. */
export async function startObserved(...args: string[]): Promise<ObservedNode> {
  return withAdmin(await startNode("--admin-listen", "0", ...args));
}

/** Finds the admin address in what a node has printed. */
export function withAdmin(node: NodeProcess): ObservedNode {
  const [, admin] = /admin(?:\s+|":")(http:\/\/[^\s"/]+)/.exec(node.output()) ?? [];
  return { ...node, admin: admin ?? "" };
}
