// Does a follower that is killed at any instant continue where it was, without a gap or a repetition?
// `pnpm check:crash [--count N] [--seconds S] [--seed X] [--disk]`, N kills; its ledgers are on a disk anyway
import { parseArgs } from "node:util";
import { buildChain } from "@ledger/sync/testing";
import { runKills } from "../test/support/kills.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string" },
    seconds: { type: "string" },
    disk: { type: "boolean" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const deadline = values.seconds === undefined ? undefined : performance.now() + Number(values.seconds) * 1_000;
process.stdout.write(`seed ${seed}, ${values.count} kills\n`);
const result = await runKills({
  chain: buildChain(400, { blocksPerEpoch: 100 }),
  kills: Number(values.count),
  seed,
  deadline,
  onProgress: (kills) => kills % 20 === 0 && process.stdout.write(`${kills} kills\n`),
});
process.stdout.write(`${result.ledgers} ledgers whole and verified, ${result.wrong} wrong records\n`);
const failed = result.wrong === 0 ? 0 : result.kills;
process.stdout.write(`${result.kills - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
