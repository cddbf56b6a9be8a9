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
  const left = new AbortController();
  const response = await fetch(inject("testNodes"), {
    method: "POST",
    body: JSON.stringify(args),
    signal: left.signal,
  });
  if (!response.ok) throw new Error(await response.text());
  // The answer is one line, and its end never comes.
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  while (!line.endsWith("\n")) line += (await reader.read()).value ?? "";
  const { url, isNew } = JSON.parse(line) as NodeAnswer;
  if (isNew) countStart("nodes");
  return { url, [Symbol.dispose]: () => left.abort() };
}
