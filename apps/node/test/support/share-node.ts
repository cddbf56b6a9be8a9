import { createDataDir, type NodeProcess } from "@ledger/node-process";
import { afterAll } from "vitest";

/** A node that tests of a file share. */
export interface SharedByTests<Node> {
  /** Its data folder. */
  readonly folder: string;
  /** The node as it runs: it is started for the first test that asks, and again for the next one after it has ended. */
  running(): Promise<Node>;
}

/**
 * Shares a node among the tests of a file or a group, and ends it after the last one.
 *
 * @param start - starts it; `place` are the options for its data folder, `before` is the one that has ended
 */
export function shareNode<Node extends NodeProcess>(
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
 * Shares several nodes. When one of them has ended, the next test that asks has all of them started again.
 *
 * @param start - starts them, in an order in which the last one can end first
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
      if (before !== undefined && !nodesIn(before).some(hasEnded)) return before;
      await stop(before);
      starting = start(folder(), before);
      return starting;
    },
  };
}

function nodesIn(nodes: object = {}): NodeProcess[] {
  return Object.values(nodes).filter((value): value is NodeProcess => value?.child !== undefined);
}

function hasEnded({ child }: NodeProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
