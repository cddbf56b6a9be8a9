import { createDataDir, type NodeProcess } from "@ledger/node-process";
import { afterAll } from "vitest";

/** A node that tests of a file share. */
export interface SharedByTests<Node extends NodeProcess = NodeProcess> {
  /** Its data folder, which is there from the first start on. */
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
  let dataDir: ReturnType<typeof createDataDir> | undefined;
  let starting: Promise<Node> | undefined;
  const folder = (): string => {
    dataDir ??= createDataDir();
    return dataDir.path;
  };
  afterAll(async () => {
    await (await starting?.catch(() => undefined))?.stop();
    dataDir?.[Symbol.dispose]();
  });
  return {
    get folder() {
      return folder();
    },
    async running() {
      const before = await starting;
      if (before !== undefined && !hasEnded(before)) return before;
      starting = start(["--data-dir", folder()], before);
      return starting;
    },
  };
}

function hasEnded({ child }: NodeProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
