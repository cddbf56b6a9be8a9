import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { countStart } from "@ledger/test-run/starts";
import { inject } from "vitest";
import type { NodeAnswer } from "./share-nodes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for a node: by its arguments, in JSON. */
    testNodes: string;
  }
}

/** A node that other files look at too. */
export interface SharedNode extends Disposable {
  /** Base URL without a path. */
  readonly url: string;
  /** Everything that it has printed so far. */
  output(): Promise<string>;
}

/** Opens the run's node with these arguments, which runs at least until the end of the scope. A test only reads from it. */
export function openTestNode(...args: readonly string[]): Promise<SharedNode> {
  return openSharedNode(inject("testNodes"), JSON.stringify(args));
}

/** Opens a node that is shared at a door. @param key - which of them */
export async function openSharedNode(door: string, key: string): Promise<SharedNode> {
  const { answer, end } = await ask(door, key);
  if (answer.isNew) countStart("nodes");
  return {
    url: answer.url,
    async output() {
      const again = await ask(door, key);
      again.end();
      return again.answer.output;
    },
    [Symbol.dispose]: end,
  };
}

/** Asks for a node, which is ours until the request is ended. */
async function ask(door: string, key: string): Promise<{ readonly answer: NodeAnswer; readonly end: () => void }> {
  // Not `fetch`, which ends an answer of which nothing has come for five minutes.
  const asked = request(door, { method: "POST" }).end(key);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  // The answer is one line, and its end never comes.
  const lines = createInterface(response);
  const [line] = (await once(lines, "line")) as [string];
  // Ending it early is an error for each of them.
  for (const ended of [asked, response, lines]) ended.on("error", () => undefined);
  return { answer: JSON.parse(line) as NodeAnswer, end: () => void asked.destroy() };
}
