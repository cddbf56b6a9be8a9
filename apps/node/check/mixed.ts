// Does a ledger of mixed load come out the same in another process, from its store alone?
// `pnpm check:mixed [--count VERSIONS] [--seed S] [--threads N] [--postgres] [--follow]`, the long form of
// test/mixed-ledger.whole.test.ts. With `--follow` the other process is a node that follows, with `--execute all`.
import { parseArgs } from "node:util";
import { startPostgres } from "@ledger/postgres-server";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { followMixed } from "../test/support/mixed/follow.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string" },
    threads: { type: "string", default: "1" },
    postgres: { type: "boolean", default: false },
    follow: { type: "boolean", default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`seed ${seed}, ${values.count} versions`);
const server = values.postgres ? await startPostgres({ settings: { fsync: "off" } }) : undefined;
try {
  const url = server && patient(server.url());
  const place = url === undefined ? undefined : { store: await openPostgresStore({ url }), options: ["--store", url] };
  let printed = 0;
  const began = performance.now();
  const report = await followMixed({
    versions: Number(values.count),
    seed,
    threads: Number(values.threads),
    follows: values.follow,
    place,
    onMade(versions) {
      if (versions - printed < 5_000) return;
      printed = versions;
      const rate = (versions * 1_000) / (performance.now() - began);
      const memory = process.memoryUsage.rss() / 1_024 / 1_024;
      print(`${versions} versions made and stored, ${rate.toFixed(0)} a second, ${memory.toFixed(0)} MiB`);
    },
    onProgress: print,
  });
  for (const [name, times] of [...report.kinds, ...report.calls].toSorted()) print(`${times}\t${name}`);
  const { seconds, processorSecs, mostMemory } = report;
  print(
    `executed again: ${(report.versions / seconds).toFixed(0)} versions/s, with the start of the process; ` +
      `${(report.versions / processorSecs).toFixed(0)} in a second of processor time; at most ${mostMemory.toFixed(0)} MiB`,
  );
  print(report.output);
  const isEqual = report.code === 0 && report.equal === report.versions;
  print(`${report.equal} passed, ${isEqual ? 0 : Math.max(1, report.versions - report.equal)} failed`);
  process.exitCode = isEqual ? 0 : 1;
} finally {
  await server?.close();
}

/** A server's URL for clients that wait for it as long as they may: a busy machine is no fault of the ledger. */
function patient(url: string): string {
  const parsed = new URL(url);
  for (const name of ["connect_timeout", "read_timeout", "write_timeout"]) parsed.searchParams.set(name, "300");
  return parsed.href;
}
