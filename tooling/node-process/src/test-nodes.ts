// Set-up of a test run: nodes that files share, one for each list of arguments, started when the first file asks.
import type { TestProject } from "vitest/node";
import { createDataDir, startNode } from "./index.ts";
import { shareNodes } from "./share-nodes.ts";

export default async function setUp(project: TestProject): Promise<() => void | Promise<void>> {
  const door = await shareNodes(project.name, async (key) => {
    const folder = createDataDir();
    return { folder, node: await startNode("--data-dir", folder.path, ...(JSON.parse(key) as string[])) };
  });
  project.provide("testNodes", door.url);
  return () => door.close();
}
