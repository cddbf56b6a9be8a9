import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { compare, type Row } from "@ledger/bench-report";
import { startNode } from "@ledger/node-process";
import { startPostgres } from "@ledger/postgres-server";
import { ownProcessorMs, processorMs } from "./processor.ts";
import { measureRate } from "./rate.ts";

/** Requests of a turn. */
const turnRequests = 2_000;
const path = "/v1/accounts/0x1/resource/0x1::chain_id::ChainId";

/** How much more two nodes that only serve answer than one, from one replica. */
export async function measureNodes(rounds: number, log: (line: string) => void): Promise<Row[]> {
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
    const postmaster = Number(readFileSync(join(replica.folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    const processes = {
      "this process, which asks": ownProcessorMs,
      "API nodes": () => processorMs([first.child.pid!, second.child.pid!]),
      replica: () => processorMs([postmaster]),
    };
    const used = { one: 0, two: 0 };
    const parts: string[] = [];
    const measure = async (turn: "one" | "two", rates: number[], urlOf: (n: number) => string) => {
      const before = Object.values(processes).map((spent) => spent());
      rates.push(await measureRate((n) => ask(urlOf(n)), turnRequests));
      for (const [i, [name, spent]] of Object.entries(processes).entries()) {
        const each = ((spent() - before[i]!) / turnRequests) * 1_000;
        used[turn] += each / rounds;
        parts.push(`${turn}: ${name} ${each.toFixed(0)}`);
      }
    };
    for (let i = 0; i < rounds; i++) {
      await measure("one", one, () => first.url);
      await measure("two", two, (n) => (n % 2 === 0 ? first.url : second.url));
    }
    // With all of it on the same cores, this is what bounds the rate, however many nodes there are.
    log(
      `microseconds of a core a request, in all: ${used.one.toFixed(0)} with one node, ${used.two.toFixed(0)} with two`,
    );
    log(parts.slice(-2 * Object.keys(processes).length).join(", "));
    const names = { work: "resource from a replica", subject: "two API nodes", peer: "one", unit: "requests/s" };
    return [compare(names, two, one)];
  } finally {
    agent.destroy();
    await replica.close();
    await primary.close();
  }
}
