import { Agent, get } from "node:http";
import { compare, type Row } from "@ledger/bench-report";
import { startNode } from "@ledger/node-process";
import { startPostgres } from "@ledger/postgres-server";
import { measureRate } from "./rate.ts";

const path = "/v1/accounts/0x1/resource/0x1::chain_id::ChainId";

/** How much more two nodes that only serve answer than one, from one replica. */
export async function measureNodes(rounds: number): Promise<Row[]> {
  const primary = await startPostgres({ settings: { fsync: "off" } });
  const replica = await primary.startReplica();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const writer = await startNode("--store", primary.url());
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await writer.stop();
    const api = ["--role", "api", "--store", replica.url()];
    await using first = await startNode(...api);
    await using second = await startNode(...api);
    const ask = (url: string) =>
      new Promise<void>((resolve, reject) => {
        get(url + path, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
      });
    const one: number[] = [];
    const two: number[] = [];
    for (let i = 0; i < rounds; i++) {
      one.push(await measureRate(() => ask(first.url), 2_000));
      two.push(await measureRate((n) => ask(n % 2 === 0 ? first.url : second.url), 2_000));
    }
    const names = { work: "resource from a replica", subject: "two API nodes", peer: "one", unit: "requests/s" };
    return [compare(names, two, one)];
  } finally {
    agent.destroy();
    await replica.close();
    await primary.close();
  }
}
