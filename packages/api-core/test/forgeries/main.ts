// Forged answers of every kind, made from those of a node: each has to be refused, and at the right step.
// node --conditions=@ledger/source test/forgeries/main.ts [--count N] [--seed N]
import { parseArgs } from "node:util";
import { createApi } from "@ledger/api-core";
import { Random } from "@ledger/random";
import { formatHex, moduleKey, parseAddress } from "@ledger/types";
import {
  decodeStateAnswer,
  encodeStateAnswer,
  type StateAnswer,
  VerificationError,
  verifyState,
} from "@ledger/verifier";
import { ask } from "../support/ask.ts";
import { openDemoStore } from "../support/demo-store.ts";
import { forgeries, type Honest } from "./forge.ts";

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
  },
});
const random = new Random(options.seed);
const store = await openDemoStore(20);
const api = createApi({ store });
const summary = (await store.summary())!;
const { entries } = await store.listState({ version: summary.version, prefix: new Uint8Array(0), limit: 4_000 });
const present = entries.filter(({ bytes }) => bytes.length < 4_000).map(({ key }) => key);

async function prove(keys: readonly Uint8Array[], version: bigint, rootVersion: bigint): Promise<StateAnswer> {
  const response = await ask(api, "prove_state_keys", {
    query: { ledger_version: String(version), root_version: String(rootVersion) },
    body: { keys: keys.map(formatHex) },
    accept: "application/x-bcs",
  });
  if (response.status !== 200) throw new Error(`the node does not prove: ${String(response.body)}`);
  return decodeStateAnswer(response.body as Uint8Array);
}

async function versionOf(height: number): Promise<bigint> {
  return (await store.findBlockByHeight(BigInt(height)))!.lastVersion;
}

/** An honest answer about some keys, there or not, at some block, and what a liar may take its place. */
async function askHonestly() {
  const height = 1 + random.below(Number(summary.blockHeight) - 2);
  const absent = (): Uint8Array => moduleKey(parseAddress("0x1"), `absent_${random.below(1_000_000)}`);
  const others = Array.from({ length: 1 + random.below(12) }, () =>
    random.chance(0.7) ? random.pick(present) : absent(),
  );
  const keys = [random.pick(present), absent(), ...others];
  const version = await versionOf(height);
  const root = summary.version;
  const more = [...keys, moduleKey(parseAddress("0x1"), "one_more")];
  const honest: Honest = {
    answer: await prove(keys, version, root),
    ofOtherBlock: await prove(keys, await versionOf(height - 1), root),
    ofOtherRoot: await prove(keys, version, await versionOf(height + 1)),
    ofMoreKeys: await prove(more, version, root),
    ofFewerKeys: await prove(
      keys.filter((key) => key !== keys[0]),
      version,
      root,
    ),
  };
  return { honest, question: { keys, version } };
}

const trusted = {
  ledgerVersion: summary.version,
  accumulatorRoot: (await store.readRecord(summary.version)).accumulatorRoot,
};
const counts = new Map<string, number>();
let refused = 0;
let wrong = 0;
const report = (text: string): void => {
  wrong++;
  process.stdout.write(`FAILED ${text}\n`);
};

for (let made = 0; made < Number(options.count); ) {
  const { honest, question } = await askHonestly();
  verifyState(honest.answer, question, trusted);
  for (const [kind, forge] of Object.entries(forgeries)) {
    const forgery = forge(honest, random);
    if (forgery === undefined) continue;
    made++;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    try {
      verifyState(decodeStateAnswer(encodeStateAnswer(forgery.answer)), question, trusted);
      report(`${kind} was accepted`);
    } catch (error) {
      if (!(error instanceof VerificationError)) report(`${kind} led to ${String(error)}`);
      else if (forgery.steps.includes(error.step)) refused++;
      else report(`${kind} was refused at ${error.step}, not at ${forgery.steps.join(" or ")}: ${error.message}`);
    }
  }
}
for (const kind of Object.keys(forgeries))
  if (!counts.has(kind)) report(`no answer had anything to forge for: ${kind}`);
process.stdout.write(`forged answers of ${counts.size} kinds, refused at the right step; seed ${options.seed}\n`);
process.stdout.write(`${refused} passed, ${wrong} failed\n`);
if (wrong > 0) process.exitCode = 1;
await store.close();
