import { cpSync } from "node:fs";
import { join } from "node:path";
import { compare, type Row } from "@ledger/bench-report";
import { demoAccounts, demoAssets } from "@ledger/demo-ledger";
import { formatAddress } from "@ledger/types";
import { ask, collectExchanges } from "./exchanges.ts";
import { startLedgerNode } from "./ledger-node.ts";
import type { Exchange } from "./plan.ts";
import { pair, type Sample } from "./report.ts";
import { pressWith } from "./wrk.ts";

/** Inputs of {@link compareViews}. */
export interface ViewsOptions {
  /** Path of the built program. */
  readonly program: string;
  /** Holds the ledger, and takes what is written. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Longest time for the first view after a start, milliseconds. */
const firstViewLimit = 150;
const viewName = "view of 0x1::coin::balance";
const repeatedName = "the same view, in the same words";
const endpointName = "balance endpoint";

/**
 * Measures view functions: the first one after a start, and the view of a balance next to the endpoint that tells the same from the state
 * alone. Both are asked of one node, in turns.
 */
export async function compareViews(options: ViewsOptions): Promise<Row[]> {
  return [await measureFirstViews(options), ...(await measureRates(options))];
}

/** From the first request after the node says where it listens; each time another start. */
async function measureFirstViews({ program, folder, rounds }: ViewsOptions): Promise<Row> {
  const times: number[] = [];
  const dataDir = copyLedger(folder, "first-views");
  for (let round = 0; round < rounds; round++) {
    const node = await startLedgerNode({ program, dataDir, pin: false });
    const started = performance.now();
    await ask(node.url, viewQuestion());
    times.push(performance.now() - started);
    await node.stop();
  }
  const names = {
    work: `first ${viewName} after a start`,
    subject: "ledger-node",
    peer: `${firstViewLimit} ms`,
    unit: "ms",
  };
  return compare(names, times, [firstViewLimit], "less", 1);
}

async function measureRates({ program, folder, rounds, seconds, connections }: ViewsOptions): Promise<Row[]> {
  const dataDir = copyLedger(folder, "views");
  const node = await startLedgerNode({ program, dataDir, pin: true });
  const view = await ask(node.url, viewQuestion());
  const balance = (await collectExchanges(node.url)).find(({ work }) => work === "balance at latest");
  if (balance === undefined) throw new Error("the balance is not asked any more");
  expectSame(view, balance);
  const script = join(folder, "view.lua");
  const load = { connections, seconds, pin: true };
  const asked = [
    [viewName, { ...view, isVaried: true }],
    [repeatedName, view],
    [endpointName, balance],
  ] as const;
  for (const [, exchange] of asked) await pressWith(node.url, exchange, { ...load, seconds: warmUpSeconds }, script);
  const samples: Record<"rate" | "p99" | "cpu", Sample[]> = { rate: [], p99: [], cpu: [] };
  for (let round = 0; round < rounds; round++) {
    const [rate, p99, cpu]: Record<string, number>[] = [{}, {}, {}];
    for (let i = 0; i < asked.length; i++) {
      const [name, exchange] = asked[(i + round) % asked.length]!;
      const before = node.cpuSeconds();
      const report = await pressWith(node.url, exchange, load, script);
      rate![name] = report.requestsPerSecond;
      p99![name] = report.p99;
      cpu![name] = ((node.cpuSeconds() - before) / report.requests) * 1e6;
    }
    samples.rate.push(rate!);
    samples.p99.push(p99!);
    samples.cpu.push(cpu!);
  }
  await node.stop();
  return [viewName, repeatedName].flatMap((name) => [
    pair("the balance of an account", "requests/s", samples.rate, [name, endpointName], "more"),
    pair("the balance of an account", "p99 ms", samples.p99, [name, endpointName], "less"),
    pair("the balance of an account", "CPU us/request", samples.cpu, [name, endpointName], "less"),
  ]);
}

/** Long enough for the machine to compile what is called. */
const warmUpSeconds = 3;

/** The view of a balance. */
export function viewQuestion(): Omit<Exchange, "status" | "headers" | "body"> {
  const { coinType } = demoAssets.apt;
  return {
    work: viewName,
    method: "POST",
    url: "/v1/view",
    requestHeaders: { "Content-Type": "application/json" },
    requestBody: JSON.stringify({
      function: "0x1::coin::balance",
      type_arguments: [coinType],
      arguments: [formatAddress(demoAccounts.eve.address)],
    }),
    reads: [],
  };
}

/** Both tell the same number, or there is nothing to compare. */
function expectSame(view: Exchange, balance: Exchange): void {
  const [seen] = JSON.parse(textOf(view)) as readonly string[];
  if (seen !== textOf(balance)) throw new Error(`the view says ${seen}, the endpoint ${textOf(balance)}`);
}

const textOf = ({ body }: Exchange): string => Buffer.from(body, "base64").toString();

function copyLedger(folder: string, name: string): string {
  const dataDir = join(folder, name);
  cpSync(join(folder, "ledger.db"), join(dataDir, "ledger.db"));
  return dataDir;
}
