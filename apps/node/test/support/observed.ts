import { type NodeProcess, startNode } from "@ledger/node-process";

/** Starts a node with an admin address. @returns it, and the URL of that */
export async function startObserved(...args: string[]): Promise<NodeProcess & { readonly admin: string }> {
  const node = await startNode("--admin-listen", "0", ...args);
  const [, admin] = /admin(?:\s+|":")(http:\/\/[^\s"/]+)/.exec(node.output()) ?? [];
  return { ...node, admin: admin ?? "" };
}
