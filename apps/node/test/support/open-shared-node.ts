import { openSharedNode as openAtDoor, type SharedNode } from "@ledger/node-process/open-test-node";
import { inject } from "vitest";
import type { SharedNodeName } from "./shared-nodes.ts";

export type { SharedNode } from "@ledger/node-process/open-test-node";

/** Opens a node that the files of a run share, until the file ends; the first file that asks starts it. */
export function openSharedNode(name: SharedNodeName): Promise<SharedNode> {
  return openAtDoor(inject("sharedNodes"), name);
}
