// How fast are stored transactions executed again, and what does that cost a follower? After `pnpm bundle`:
// node --conditions=@ledger/source src/replay.ts [--transfers N] [--per-block N]
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { coreAccount, LocalChain, readLocalGenesis } from "@ledger/local-chain";
import { createDataDir, type NodeProcess, runCommand, startNode } from "@ledger/node-process";
import { readProcessUse, untilExecuted } from "@ledger/node-process/execution-status";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { type LedgerRecord, SignedTransaction } from "@ledger/types";
import { createSenders, ringOfTransfers, senderOf, transfer } from "./workload.ts";

const { values } = parseArgs({
  options: { transfers: { type: "string", default: "10000" }, "per-block": { type: "string", default: "8" } },
});
const [count, perBlock] = [Number(values.transfers), Number(values["per-block"])];
const secondUsecs = 1_000_000n;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Blocks of a few transfers each, as a public network makes them. */
async function* makeBlocks(): AsyncGenerator<readonly LedgerRecord[]> {
  let now = 1_795_219_200_000_000n;
  const clock = (): bigint => now;
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock });
  const make = async (transactions: readonly SignedTransaction[]): Promise<readonly LedgerRecord[]> => {
    now += secondUsecs / 6n;
    for (const transaction of transactions) await chain.submit(SignedTransaction.encode(transaction));
    return chain.makeBlock();
  };
  yield [genesis];
  yield await make([]);
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const senders = createSenders(100);
  const nowSecs = now / secondUsecs;
  yield await make(senders.map(({ address }) => transfer(core, address, 10_000_000_000n, nowSecs)));
  for (let done = 0; done < count; done += perBlock)
    yield await make(ringOfTransfers(senders, perBlock, now / secondUsecs));
}

/** A follower's way to the head of a ledger: seconds and seconds of processor time until it has stored it, and executed it; MiB at most. */
interface Follow {
  readonly stored: readonly [seconds: number, processorSecs: number];
  readonly executed?: readonly [seconds: number, processorSecs: number];
  readonly mostMemory: number;
}

async function follow(upstream: NodeProcess, head: bigint, ...args: string[]): Promise<Follow> {
  using dataDir = createDataDir();
  const started = performance.now();
  await using node = await startNode("--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path, ...args);
  const use = () => readProcessUse(node.child.pid)!;
  const now = () => [(performance.now() - started) / 1_000, use().processorSecs] as const;
  for (;;) {
    if (node.child.exitCode !== null) throw new Error(`the node ended:\n${node.output()}`);
    const answer = await fetch(`${node.url}/v1`).catch(() => undefined);
    const info = answer?.ok ? ((await answer.json()) as { readonly ledger_version: string }) : undefined;
    if (info !== undefined && BigInt(info.ledger_version) >= head) break;
    await delay(50);
  }
  const stored = now();
  if (args.includes("off")) return { stored, mostMemory: use().mostMemory };
  const { equal, different } = await untilExecuted(node, head);
  if (different > 0 || BigInt(equal) !== head + 1n) throw new Error(`${equal} versions are equal, ${different} differ`);
  return { stored, executed: now(), mostMemory: use().mostMemory };
}

using folder = createDataDir();
const store = openSqliteStore(`${folder.path}/ledger.db`);
await ingest({ source: { name: "made", records: makeBlocks }, store });
const { version: head } = (await store.summary())!;
await store.close();
print(`${head} versions, ${perBlock} transfers a block`);
for (const threads of ["1", "2"]) {
  const { output } = await runCommand("replay", "--threads", threads, "--data-dir", folder.path);
  print(`${threads} threads: ${/executed again, .*/.exec(output)?.[0]}`);
}
await using upstream = await startNode("--role", "api", "--data-dir", folder.path);
const modes = [
  ["--execute", "off"],
  ["--execute", "all"],
  ["--execute", "all", "--execute-threads", "2"],
];
for (const mode of [...modes, ...modes]) {
  const { stored, executed, mostMemory } = await follow(upstream, head, ...mode);
  const rate = ([seconds, processorSecs]: readonly [number, number]): string =>
    `${Math.round(Number(head) / seconds)} versions/s for ${processorSecs.toFixed(1)} s of processor time`;
  const lag = executed && `, executed at ${rate(executed)}`;
  print(`follows with ${mode.join(" ")}: stored at ${rate(stored)}${lag ?? ""}; at most ${mostMemory.toFixed(0)} MiB`);
}
