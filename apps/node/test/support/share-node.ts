import { createDataDir, type ServingNode } from "@ledger/node-process";
import { afterAll } from "vitest";

/** A node that tests of a file share. */
export interface SharedByTests<Node> {
  /** Its data folder. */
  readonly folder: string;
  /** Returns the running node. It is started when a test first asks, and again when a test asks after it has exited. */
  running(): Promise<Node>;
}

/**
 * Shares a node among the tests of a file or group, and stops it after the last of them.
 *
 * @param start - starts the node; `place` holds the options for its data folder, `before` is the node that has exited, if any
 */
export function shareNode<Node extends ServingNode>(
  start: (place: readonly string[], before?: Node) => Promise<Node>,
): SharedByTests<Node> {
  const shared = shareNodes<{ readonly node: Node }>(async (folder, before) => ({
    node: await start(["--data-dir", folder], before?.node),
  }));
  return {
    get folder() {
      return shared.folder;
    },
    running: async () => (await shared.running()).node,
  };
}

/**
 * Shares several nodes. If one of them has exited, the next test that asks restarts them all.
 *
 * @param start - starts the nodes; they are stopped in the reverse order
 */
export function shareNodes<Nodes extends object>(
  start: (folder: string, before?: Nodes) => Promise<Nodes>,
): SharedByTests<Nodes> {
  let dataDir: ReturnType<typeof createDataDir> | undefined;
  let starting: Promise<Nodes> | undefined;
  const folder = (): string => {
    dataDir ??= createDataDir();
    return dataDir.path;
  };
  const ended = new WeakSet<ServingNode>();
  const stop = async (nodes: Nodes | undefined): Promise<void> => {
    for (const node of nodesIn(nodes).reverse()) await node.stop();
  };
  afterAll(async () => {
    await stop(await starting?.catch(() => undefined));
    dataDir?.[Symbol.dispose]();
  });
  return {
    get folder() {
      return folder();
    },
    async running() {
      const before = await starting;
      if (before !== undefined && !nodesIn(before).some((node) => ended.has(node))) return before;
      await stop(before);
      starting = start(folder(), before);
      for (const node of nodesIn(await starting)) void node.exited.then(() => ended.add(node));
      return starting;
    },
  };
}

function nodesIn(nodes: object = {}): ServingNode[] {
  return Object.values(nodes).filter((value): value is ServingNode => typeof value?.stop === "function");
}
