import { openSharedNode } from "../../../support/open-shared-node.ts";
import { createLocalNode, type LocalNode } from "./local-node.ts";

/** Opens the local network that the files of a test run share. */
export async function openLocalNode(): Promise<LocalNode> {
  return createLocalNode(await openSharedNode("local-network"));
}
