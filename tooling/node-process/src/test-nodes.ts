// Set-up of a test run: nodes that files share, one for each list of arguments, started when the first file asks. A node that no file
// looks at stands still, so that it neither takes processor time nor grows.
import { text } from "node:stream/consumers";
import { openDoor } from "@ledger/test-run/door";
import { sharedCosts, treeSeconds } from "@ledger/test-run/shared-costs";
import type { TestProject } from "vitest/node";
import { createDataDir, type NodeProcess, startNode } from "./index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for a node: by its arguments, in JSON. The node is the file's until it ends the request. */
    testNodes: string;
  }
}

/** What a file is told of a node. */
export interface NodeAnswer {
  /** Base URL without a path. */
  readonly url: string;
  /** Whether the node was started for this file. */
  readonly isNew: boolean;
}

interface SharedNode extends Disposable {
  readonly node: NodeProcess;
  /** Has it run for one file more; the function that is returned, for one less. */
  use(): () => void;
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const nodes = new Map<string, Promise<SharedNode>>();
  const door = await openDoor(async (request, response) => {
    const args = await text(request);
    const isNew = !nodes.has(args);
    const starting = nodes.get(args) ?? start(JSON.parse(args) as string[], project.name);
    nodes.set(args, starting);
    const { node, use } = await starting;
    const endUse = use();
    if (response.destroyed) endUse();
    else response.once("close", endUse);
    response.write(`${JSON.stringify({ url: node.url, isNew } satisfies NodeAnswer)}\n`);
  });
  project.provide("testNodes", door.url);
  return async () => {
    door.close();
    for (const starting of nodes.values()) (await starting.catch(() => undefined))?.[Symbol.dispose]();
  };
}

async function start(args: readonly string[], projectName: string): Promise<SharedNode> {
  const dataDir = createDataDir();
  const node = await startNode("--data-dir", dataDir.path, ...args);
  sharedCosts().set(`the node ${args.join(" ")} of ${projectName}`, () => treeSeconds(node.child.pid));
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
      dataDir[Symbol.dispose]();
    },
  };
}
