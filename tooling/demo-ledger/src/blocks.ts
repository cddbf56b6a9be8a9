import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vector } from "@ledger/bcs";
import type { LedgerSource } from "@ledger/sync";
import { LedgerRecord } from "@ledger/types";
import { makeBlocks } from "./make-blocks.ts";

/** Blocks that are kept in a file, genesis left aside: enough for every kind of transaction, and for an epoch to end. */
export const demoBlocks = 62;

/** Everything that the blocks follow from. */
const sources = [
  "packages/{bcs,types,move,vm,executor,local-chain,workload}/src/**/*.ts",
  "tooling/demo-ledger/src/*.ts",
];
const repository = fileURLToPath(new URL("../../../", import.meta.url));
const cache = new URL("../node_modules/.cache/", import.meta.url);

const blocksFile = vector(vector(LedgerRecord));

let known: Promise<readonly (readonly LedgerRecord[])[]> | undefined;

/**
 * The local network with its demo workload, block by block, genesis first. It takes some seconds to make, and is kept in a file until
 * the code that makes it changes. More blocks than {@link demoBlocks} are made again.
 *
 * @param count - blocks after genesis
 */
export async function readDemoBlocks(count = demoBlocks): Promise<readonly (readonly LedgerRecord[])[]> {
  if (count > demoBlocks) return makeBlocks(count);
  known ??= findBlocks();
  return (await known).slice(0, count + 1);
}

/** {@link readDemoBlocks} as a source, which ends with the last one. */
export function demoSource(count = demoBlocks): LedgerSource {
  return {
    name: `the first ${count} blocks of the demo`,
    async *records(from, signal) {
      for (const block of await readDemoBlocks(count)) {
        if (signal.aborted) return;
        if (block[0]!.version >= from) yield block;
      }
    },
  };
}

async function findBlocks(): Promise<readonly (readonly LedgerRecord[])[]> {
  const file = new URL(`${hashSources()}.bin`, cache);
  if (existsSync(file)) return blocksFile.decode(readFileSync(file));
  const blocks = await makeBlocks(demoBlocks);
  mkdirSync(cache, { recursive: true });
  // Several test files may make it at the same time.
  const draft = new URL(`${randomUUID()}.draft`, cache);
  writeFileSync(draft, blocksFile.encode(blocks));
  renameSync(draft, file);
  return blocks;
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(sources, { cwd: repository }).toSorted()) {
    hash.update(file).update(readFileSync(`${repository}/${file}`));
  }
  return hash.digest("hex").slice(0, 32);
}
