// How fast are transactions verified, executed and durably committed?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--transfers N] [--json [FILE]]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compare, formatRows, median, quantile, type Row } from "@ledger/bench-report";
import { measureChain } from "./chain.ts";
import { measureCommits } from "./commit.ts";
import { measureExecution } from "./execute.ts";
import { measureHttp } from "./http.ts";
import { measureLoad } from "./http-load.ts";
import { measureSignatures } from "./signatures.ts";

const argv = process.argv.slice(2);
// `--json` alone prints the rows.
if (argv.at(-1) === "--json") argv.push("-");
const { values: options } = parseArgs({
  args: argv,
  options: {
    rounds: { type: "string", default: "5" },
    transfers: { type: "string", default: "1000" },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const perRound = Number(options.transfers);

const signatures = measureSignatures();
const execution = await measureExecution({ senders: 100, blocks: rounds + 3, perBlock: perRound });
// The first blocks run code that is not compiled yet.
const warm = { wall: execution.wall.slice(3), cpu: execution.cpu.slice(3) };
const chain = await measureChain({ blocks: 4 * rounds, perBlock: 200 });
const { rates, cpu, latencies } = await measureCommits(rounds, perRound, 100);
const { accepted, committed } = await measureHttp(200);
const load = { rounds, transfers: perRound, connections: 32 };
const single = await measureLoad({ ...load, perRequest: 1 });
const batched = await measureLoad({ ...load, perRequest: 10 });

const transfers = "transfers/s";
const rows: Row[] = [
  rate("verified, executed, hashed, state root", warm.wall),
  rate("executed, in a second of processor time", warm.cpu),
  rate("submitted, executed, followed, in SQLite on disk", rates),
  rate("on disk, in a second of processor time", cpu),
  compared("executed, in a second of processor time", warm.cpu),
  compared("on disk, in a second of processor time", cpu),
  threadTime("taken, executed, hashed, packed: the chain's thread", chain),
  ...delays("submitted to on disk", latencies),
  ...delays("over HTTP, submitted to accepted", accepted),
  ...delays("over HTTP, submitted to wait_by_hash answered", committed),
  rate("over HTTP, 32 clients", single.rates),
  rate("over HTTP, 32 clients, in a second of processor time", single.cpu),
  rate("over HTTP, 32 clients, in a second of the busiest thread's processor time", single.busiest),
  rate("over HTTP, 32 clients, batches of ten", batched.rates),
  rate("over HTTP, 32 clients, batches of ten, in a second of processor time", batched.cpu),
  rate("over HTTP, 32 clients, batches of ten, in a second of the busiest thread's processor time", batched.busiest),
  records("over HTTP, 32 clients", single.records),
  records("over HTTP, 32 clients, batches of ten", batched.records),
];
const text = `${JSON.stringify(rows, undefined, 2)}\n`;
if (options.json !== undefined && options.json !== "-") writeFileSync(options.json, text);
process.stdout.write(options.json === "-" ? text : `${formatRows(rows)}\n`);

/** The same, compared with what a signature alone costs: a ratio that a busy machine changes little. */
function compared(work: string, samples: readonly number[]): Row {
  const names = { work, subject: "local network", peer: "Node, verifying their signatures", unit: transfers };
  return compare(names, samples, [signatures]);
}

/** Microseconds of a thread's processor time for each transfer, compared with what 2,000 a second leave it. */
function threadTime(work: string, samples: readonly number[]): Row {
  return compare({ work, subject: "local network", peer: "500 us", unit: "us/transfer" }, samples, [500], "less", 1);
}

/** Milliseconds of single transfers, compared with what is wanted of their median; the fastest tenth says what a busy machine adds. */
function delays(work: string, samples: readonly number[]): Row[] {
  const names = { subject: "local network", peer: "5 ms", unit: "ms" };
  return [
    compare({ work: `${work}, median`, ...names }, [median(samples)], [5], "less", 1),
    compare({ work: `${work}, 10 %`, ...names }, [quantile(samples, 0.1)], [5], "less"),
    compare({ work: `${work}, 90 %`, ...names }, [quantile(samples, 0.9)], [5], "less"),
  ];
}

/** Records of the ledger for each transfer, compared with those of transfers that have a block each. */
function records(work: string, samples: readonly number[]): Row {
  const names = { work, subject: "local network", peer: "a block for each", unit: "records/transfer" };
  return compare(names, samples, [3], "less");
}

/** A rate of transfers, compared with the one that is wanted. */
function rate(work: string, samples: readonly number[]): Row {
  return compare({ work, subject: "local network", peer: "500 a second", unit: transfers }, samples, [500], "more", 1);
}
