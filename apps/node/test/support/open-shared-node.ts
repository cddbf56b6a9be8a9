import { inject } from "vitest";
import type { SharedNodeName } from "./shared-nodes.ts";

/** A node of the test run, which other files use at the same time. */
export interface SharedNode {
  /** Base URL without a path. */
  readonly url: string;
  /** Everything that it has printed so far. */
  output(): Promise<string>;
}

/** Opens a node that the files of a run share; the first file that asks starts it. */
export async function openSharedNode(name: SharedNodeName): Promise<SharedNode> {
  const read = async (): Promise<{ readonly url: string; readonly output: string }> => {
    const response = await fetch(`${inject("sharedNodes")}/${name}`);
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<{ readonly url: string; readonly output: string }>;
  };
  const { url } = await read();
  return { url, output: async () => (await read()).output };
}
