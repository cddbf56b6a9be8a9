// Set-up of a test run: nodes that files share, one for each list of arguments, started when the first file asks. A node that no file
// looks at stands still, so that it neither takes processor time nor grows.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
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
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const args = await text(request);
    const isNew = !nodes.has(args);
    const starting = nodes.get(args) ?? start(JSON.parse(args) as string[], project.name);
    nodes.set(args, starting);
    const { node, use } = await starting;
    const endUse = use();
    if (response.destroyed) endUse();
    else response.once("close", endUse);
    response.write(`${JSON.stringify({ url: node.url, isNew } satisfies NodeAnswer)}\n`);
  };
  const door = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("testNodes", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.closeAllConnections();
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
