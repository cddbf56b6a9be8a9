import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { countStart } from "@ledger/test-run/starts";
import { inject } from "vitest";
import type { NodeAnswer } from "./test-nodes.ts";

/** A node that other files look at too: a test only reads from it. */
export interface SharedNode extends Disposable {
  /** Base URL without a path. */
  readonly url: string;
}

/** Opens the run's node with these arguments, which runs at least until the end of the scope. */
export async function openTestNode(...args: readonly string[]): Promise<SharedNode> {
  // Not `fetch`, which ends an answer of which nothing has come for five minutes.
  const asked = request(inject("testNodes"), { method: "POST" }).end(JSON.stringify(args));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  // The answer is one line, and its end never comes.
  const lines = createInterface(response);
  const [line] = (await once(lines, "line")) as [string];
  const { url, isNew } = JSON.parse(line) as NodeAnswer;
  if (isNew) countStart("nodes");
  // Ending it early is an error for each of them.
  for (const ended of [asked, response, lines]) ended.on("error", () => undefined);
  return { url, [Symbol.dispose]: () => void asked.destroy() };
}
