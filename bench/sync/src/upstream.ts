// A node that serves pages of records, in a process of its own: neither its work nor its memory is the follower's.
import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { uleb128 } from "@ledger/bcs";
import { OnChainRecord } from "@ledger/types";
import { buildDataset } from "./dataset.ts";

const program = fileURLToPath(import.meta.url);

/** Starts the node; resolves with its API root when it listens. */
export async function startUpstream(records: number): Promise<{ readonly url: string; stop(): void }> {
  const child = fork(program, [String(records)]);
  const port = await new Promise<number>((resolve, reject) => child.once("message", resolve).once("error", reject));
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => void child.kill() };
}

function serve(count: number, listening: (port: number) => void): void {
  const records = buildDataset(count);
  const headers = {
    "content-type": "application/x-bcs",
    "x-svc-chain-id": "4",
    "x-svc-ledger-version": String(records.length - 1),
    "x-svc-ledger-oldest-version": "0",
    "x-svc-epoch": "1",
  };
  // Encoded beforehand: what is measured is the follower.
  const encoded = records.map((record) => OnChainRecord.encode(record));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
    if (pathname !== "/v1/transactions") return void response.writeHead(200, headers).end("{}");
    const start = Number(searchParams.get("start"));
    const limit = Number(searchParams.get("limit"));
    const page = encoded.slice(start, start + limit);
    response.writeHead(200, headers).end(Buffer.concat([uleb128.encode(page.length), ...page]));
  });
  server.listen(0, "127.0.0.1", () => listening((server.address() as AddressInfo).port));
}

if (process.argv[1] === program) serve(Number(process.argv[2]), (port) => process.send?.(port));
