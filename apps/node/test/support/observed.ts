import { type NodeProcess, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";

/** A node with an admin address. */
export type ObservedNode<Node extends ServingNode = ServingNode> = Node & {
  /** Base URL of that address. */
  readonly admin: string;
};

/** Starts a node with an admin address. */
export async function startObserved(...args: string[]): Promise<ObservedNode<NodeProcess>> {
  return withAdmin(await startNode("--admin-listen", "0", ...args));
}

/** Starts one in this process. */
export async function composeObserved(...args: string[]): Promise<ObservedNode> {
  return withAdmin(await composeNode("--admin-listen", "0", ...args));
}

/** Finds the admin address in what a node has printed. */
export function withAdmin<Node extends ServingNode>(node: Node): ObservedNode<Node> {
  const [, admin] = /admin(?:\s+|":")(http:\/\/[^\s"/]+)/.exec(node.output()) ?? [];
  return { ...node, admin: admin ?? "" };
}
