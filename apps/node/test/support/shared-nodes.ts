// Set-up of a test run: nodes that several files share, each started when the first file asks for it, and ended with the run. A
// file that needs other options, or a ledger that nobody else touches, starts a node of its own.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDataDir, startDevnet, startNode } from "@ledger/node-process";
import { shareNodes } from "@ledger/node-process/share-nodes";
import { vectorPath } from "@ledger/vectors";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for a node. */
    sharedNodes: string;
  }
}

/** What starts each node, on an empty data folder. */
const starters = {
  /** A local network without the demonstration's transactions, which proves its state. */
  "local-network": (folder: string) => startNode("--data-dir", folder, "--workload", "off", "--proofs", "on"),
  /** A node that only serves the demonstration's ledger, which does not grow. */
  "still-ledger": async (folder: string) => {
    const program = fileURLToPath(new URL("fill-demo-ledger.ts", import.meta.url));
    // In a process of its own, which reads the sources of the workspace as the tests do.
    await promisify(execFile)(process.execPath, ["--conditions=@ledger/source", program, folder]);
    return startNode("--data-dir", folder, "--role", "api");
  },
  /** A node of a public network's genesis, whose pages of modules and resources are small. */
  "devnet-genesis": (folder: string) => {
    const genesis = vectorPath("genesis/devnet-2025-11.genesis.blob");
    return startNode("--data-dir", folder, "--genesis", genesis, "--max-page", "modules=20,resources=10");
  },
  /** A network in memory. Nobody takes it back to a snapshot, since that would take the others back too. */
  devnet: () => startDevnet(),
} as const;

/** Name of a node that files share. */
export type SharedNodeName = keyof typeof starters;

export default async function setUp(project: TestProject): Promise<() => void | Promise<void>> {
  const door = await shareNodes(project.name, async (name) => {
    const folder = createDataDir();
    return { folder, node: await starters[name as SharedNodeName](folder.path) };
  });
  project.provide("sharedNodes", door.url);
  return () => door.close();
}
