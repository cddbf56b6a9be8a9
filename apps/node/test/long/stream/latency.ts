import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createDataDir, startNode } from "@ledger/node-process";
import { closeStreams, openStreams } from "./connections.ts";

/** Times from the moment at which a block can be read to its receipt, milliseconds. */
export interface LatencyReport {
  readonly blocks: number;
  readonly receipts: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Measures how long streams take to tell of a block, each with a filter of its own that every block passes. The clock starts when another
 * client sees the version by `GET /v1`, which it asks for without a pause.
 */
export async function measureLatency(subscribers: number, seconds: number): Promise<LatencyReport> {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--block-interval", "200", ...bounds(subscribers));
  const seen = new Map<string, number>();
  const received: { readonly version: string; readonly at: number }[] = [];
  const queries = Array.from(
    { length: subscribers },
    (_, i) => `?type=0x1::block::NewBlockEvent&account=0x1&account=0x${(0xabc000 + i).toString(16)}`,
  );
  const streams = await openStreams(node.url, queries);
  for (const stream of streams) {
    stream.onText = (text) => {
      const at = performance.now();
      for (const [, version] of text.matchAll(/^id: (\d+)\.\d+-.*\r?\ndata: \{"version":"\d+","index"/gm))
        received.push({ version: version!, at });
    };
  }
  const controller = new AbortController();
  const watching = watchHead(node.url, controller.signal, (first, last, at) => {
    for (let version = first; version <= last; version++) seen.set(`${version}`, at);
  });
  await delay(seconds * 1_000);
  controller.abort();
  await watching;
  await closeStreams(streams);
  const waits = received.flatMap(({ version, at }) => {
    const began = seen.get(version);
    return began === undefined ? [] : [Math.max(0, at - began)];
  });
  waits.sort((a, b) => a - b);
  const part = (share: number): number => waits[Math.floor(waits.length * share)] ?? Number.POSITIVE_INFINITY;
  const blocks = new Set(received.map(({ version }) => version)).size;
  return { blocks, receipts: waits.length, p50: part(0.5), p99: part(0.99) };
}

/** Options that let so many streams in. */
export function bounds(streams: number): string[] {
  return ["--max-streams", `${streams + 10}`, "--max-client-streams", `${streams}`, "--max-connections", "20000"];
}

async function watchHead(
  url: string,
  signal: AbortSignal,
  onMove: (first: bigint, last: bigint, at: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let head: bigint | undefined;
  while (!signal.aborted) {
    const version = await new Promise<bigint>((resolve, reject) => {
      get(`${url}/v1`, { agent }, (response) => {
        response.resume();
        response.once("end", () => resolve(BigInt(String(response.headers["x-svc-ledger-version"]))));
      }).once("error", reject);
    });
    if (head !== undefined && version > head) onMove(head + 1n, version, performance.now());
    head = version;
    await delay(1);
  }
  agent.destroy();
}
