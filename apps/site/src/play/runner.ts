// Runs the reader's code, in a frame without an origin: it reaches the chain through a port, and nothing else.
import * as client from "@aptos-labs/ts-sdk";
import { connectLocalNetwork } from "@ledger/devnet";
import { demoShop } from "@ledger/workload/demo-shop";
import { jsonText } from "../browser/json-text.ts";
import { resolveImports } from "./imports.ts";
import { chainOrigin } from "./origin.ts";
import { portFetch } from "./port-fetch.ts";
import { tipJar } from "./tip-jar.ts";

/** A message of running code to the page. */
export type RunnerMessage =
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "flame"; readonly folded: string }
  | { readonly kind: "done" | "failed"; readonly text: string };

type Run = (imported: (name: string) => object) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (name: string, code: string) => Run;

function show(value: unknown): string {
  if (typeof value === "string") return value;
  return jsonText(value);
}

addEventListener("message", ({ data, ports: [chain, page] }: MessageEvent<string>) => {
  if (chain === undefined || page === undefined) return;
  const tell = (message: RunnerMessage): void => page.postMessage(message);
  run(data, chain, tell).then(
    () => tell({ kind: "done", text: "" }),
    (error: unknown) =>
      tell({ kind: "failed", text: error instanceof Error ? `${error.name}: ${error.message}` : show(error) }),
  );
});

async function run(code: string, chain: MessagePort, tell: (message: RunnerMessage) => void): Promise<void> {
  const ask = portFetch(chain);
  globalThis.fetch = (input, init) => ask(new Request(input, init));
  const print = (...values: unknown[]): void => tell({ kind: "print", text: values.map(show).join(" ") });
  const net = await connectLocalNetwork(chainOrigin);
  const aptos = new client.Aptos(new client.AptosConfig(net.settings));
  const read = async (path: string): Promise<string> => (await fetch(chainOrigin + path)).text();
  const playground = {
    net,
    aptos,
    print,
    tipJar,
    demoShop: demoShop(),
    flame: (folded: string) => tell({ kind: "flame", folded }),
    coverage: () => read("/-/coverage"),
    coveredLines: () => read("/-/lines"),
    gasReport: () => read("/-/gas"),
    gasByLine: () => read("/-/gas-by-line"),
  };
  const modules: Readonly<Record<string, object>> = { "@aptos-labs/ts-sdk": client, playground };
  const imported = (name: string): object => {
    const module = modules[name];
    if (module === undefined)
      throw new Error(`only ${Object.keys(modules).join(" and ")} can be imported here, not ${name}`);
    return module;
  };
  await new AsyncFunction("imported", resolveImports(code))(imported);
}
