import { text } from "node:stream/consumers";
import { type Door, openDoor } from "@ledger/test-run/door";
import { sharedCosts, treeSeconds } from "@ledger/test-run/shared-costs";
import type { NodeProcess } from "./index.ts";

/** The answer to a file that asks for a node. */
export interface NodeAnswer {
  /** Base URL without a path. */
  readonly url: string;
  /** Everything that it has printed so far. */
  readonly output: string;
  /** True if the node was started for this file. */
  readonly isNew: boolean;
}

/** A node, and the folder of its data where it has one. */
export interface StartedNode {
  readonly node: NodeProcess;
  readonly folder?: Disposable;
}

interface SharedNode extends Disposable {
  readonly node: NodeProcess;
  /** Has it run for one file more; the function that is returned, for one less. */
  use(): () => void;
}

/**
 * Opens a door at which the files of a run ask for nodes: by a key, for which one is started when the first file asks. A node is a file's
 * until it ends its request. One that no file looks at stands still, so that it neither takes processor time nor grows.
 *
 * @param project - of the tests, in the costs of the run
 */
export async function shareNodes(project: string, start: (key: string) => Promise<StartedNode>): Promise<Door> {
  const nodes = new Map<string, Promise<SharedNode>>();
  const door = await openDoor(async (request, response) => {
    const key = await text(request);
    const isNew = !nodes.has(key);
    const starting = nodes.get(key) ?? start(key).then((started) => share(started, `the node ${key} of ${project}`));
    nodes.set(key, starting);
    const { node, use } = await starting;
    const endUse = use();
    if (response.destroyed) endUse();
    else response.once("close", endUse);
    response.write(`${JSON.stringify({ url: node.url, output: node.output(), isNew } satisfies NodeAnswer)}\n`);
  });
  return {
    url: door.url,
    async close() {
      door.close();
      for (const starting of nodes.values()) (await starting.catch(() => undefined))?.[Symbol.dispose]();
    },
  };
}

function share({ node, folder }: StartedNode, name: string): SharedNode {
  sharedCosts().set(name, () => treeSeconds(node.child.pid));
  let users = 0;
  return {
    node,
    use() {
      if (users++ === 0) node.child.kill("SIGCONT");
      return () => {
        if (--users === 0) node.child.kill("SIGSTOP");
      };
    },
    [Symbol.dispose]() {
      // It may stand still, and what it wrote is thrown away.
      node.child.kill("SIGKILL");
      folder?.[Symbol.dispose]();
    },
  };
}
