// The chain of the playground, in a thread of its own: a page that computes does not answer its reader.
import { CodeReport, startLocalNetwork } from "@ledger/devnet";
import { connectPort } from "@ledger/kit";
import { chainOrigin } from "./origin.ts";
import type { ChainFunctions, ChainRequest } from "./port-fetch.ts";
import { tipJar } from "./tip-jar.ts";

const report = new CodeReport();
report.addPackage(tipJar);
const started = startLocalNetwork({ report });

/** The source of the package, and before each line of code how often it ran. */
function writeLines(): string {
  const counts = new Map(
    [...report.coverage.lcov().matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, count]) => [Number(line), count]),
  );
  const lines = tipJar.maps.sources.flatMap(({ text }) => text.split("\n"));
  return lines.map((line, place) => `${(counts.get(place + 1) ?? "").padStart(4)}  ${line}`.trimEnd()).join("\n");
}

/** Texts of the playground that a network does not serve, by their paths. */
const reports: Readonly<Record<string, () => string>> = {
  "/-/coverage": () => report.coverageText(),
  "/-/lines": writeLines,
  "/-/gas": () => report.gas.text(),
  "/-/gas-by-line": () => report.gasByLineText(),
};

async function answer({ url, method, headers, body }: ChainRequest): Promise<Response> {
  const { origin, pathname } = new URL(url);
  const net = await started;
  if (origin !== chainOrigin && origin !== net.faucetUrl)
    return new Response("this page asks no other host", { status: 403 });
  const text = reports[pathname]?.();
  if (text !== undefined) return new Response(text);
  return net.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** Answers what comes through a port. */
function serve(port: MessagePort): void {
  connectPort<Record<never, never>, ChainFunctions>(port).serve({
    async fetch(request, { move }) {
      const response = await answer(request).catch((error: unknown) => new Response(String(error), { status: 500 }));
      const body = new Uint8Array(await response.arrayBuffer());
      move(body.buffer);
      return { status: response.status, headers: [...response.headers], body };
    },
  });
}

addEventListener("message", ({ ports }) => ports.forEach(serve));
void started.then(
  () => postMessage("ready"),
  (error: unknown) => postMessage(String(error)),
);
