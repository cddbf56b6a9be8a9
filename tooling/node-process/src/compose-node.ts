import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { countStart } from "@ledger/test-run/starts";
import { findUrl, type ServingNode } from "./index.ts";

/** The part of the bundle that is for tests, see `apps/node/src/cli/compose-node.ts`. */
interface ComposeModule {
  composeNode(words: readonly string[], lines: Writable, stop: AbortSignal): Promise<number>;
}

const file = fileURLToPath(new URL("../../../apps/node/dist/compose-node.js", import.meta.url));

/**
 * Starts a node in this process, as `start` composes it, on a free port, and waits until it says where it listens. It costs a third of
 * a process: for tests that need neither signals nor an environment nor processes that serve.
 */
export async function composeNode(...args: string[]): Promise<ServingNode> {
  countStart("composed nodes");
  // Not by `import`: the runner of the tests would transform the bundle.
  const bundle = createRequire(import.meta.url)(file) as ComposeModule;
  const stop = new AbortController();
  const serving = Promise.withResolvers<string>();
  let text = "";
  let url: string | undefined;
  const lines = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _, done) {
      text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
      url ??= findUrl(text);
      if (url !== undefined) serving.resolve(url);
      done();
    },
  });
  const exited = bundle.composeNode(["--listen", "127.0.0.1:0", ...args], lines, stop.signal);
  const output = (): string => text;
  const end = async (): Promise<number> => {
    stop.abort("SIGTERM");
    return exited;
  };
  const ended = exited.then((code) => {
    throw new Error(`the node ended with ${code}:\n${text}`);
  });
  ended.catch(() => undefined);
  return {
    ...{ url: await Promise.race([serving.promise, ended]), output, exited, stop: end },
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}
