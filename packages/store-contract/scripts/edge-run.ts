import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Random } from "@ledger/random";
import { StoreError } from "@ledger/state-store";
import { crashKeys, valueAsOf } from "./crash-ledger.ts";
import { type StorePlace, testedStore } from "./tested-store.ts";

/** A run goes on, on a busy machine, until the edge has moved this often. */
const fewestWatermarks = 10;

/** What the reads of an edge run were answered. */
export interface EdgeReport {
  readonly exact: number;
  readonly pruned: number;
  readonly watermarks: number;
}

/**
 * Reads around the moving watermark while another process commits, prunes and compacts. Every answer must be exact or a
 * refusal that names a watermark above the version asked for.
 */
export async function runEdge(place: StorePlace, seed: number, reads: number): Promise<EdgeReport> {
  const writer = fork(fileURLToPath(new URL("edge-child.ts", import.meta.url)), [JSON.stringify(place)], {
    execArgv: ["--conditions=@ledger/source"],
  });
  await new Promise((resolve, reject) => {
    writer.once("message", resolve);
    writer.once("exit", (code) => reject(new Error(`the writer ended (${code})`)));
  });
  const random = new Random(seed);
  const tested = testedStore(place);
  await tested.settle();
  const reader = await tested.openReader();
  const listed = new Uint8Array(0);
  let exact = 0;
  let pruned = 0;
  let watermarks = 0;
  let edge = 0n;
  try {
    for (let done = 0; done < reads || watermarks < fewestWatermarks; done++) {
      // Most reads aim from an old picture of the store: the edge has moved on by the time they arrive.
      if (done % 40 === 0) {
        const { oldestVersion } = (await reader.summary())!;
        if (oldestVersion !== edge) watermarks++;
        edge = oldestVersion;
      }
      // The writer needs time to move the edge; reads within one turn share a snapshot.
      if (done % 64 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      else if (done % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      const version = edge + BigInt(random.below(12)) - 4n;
      const index = random.below(crashKeys.length);
      try {
        if (done % 50 === 7) {
          const page = await reader.listState({ version, prefix: listed, limit: 100 });
          const expected = crashKeys.filter((_, i) => valueAsOf(Number(version), i) !== undefined).length;
          assert.equal(page.entries.length, expected, `listing at ${version}`);
        } else {
          const found = await reader.readState(version, crashKeys[index]!);
          assert.deepEqual(found?.bytes, valueAsOf(Number(version), index), `key ${index} at ${version}`);
        }
        exact++;
      } catch (error) {
        if (!(error instanceof StoreError) || error.details.code !== "version_pruned") throw error;
        const { requested, oldest } = error.details;
        assert.equal(requested, version);
        assert.ok(oldest > version, `pruned at ${version}, oldest ${oldest}`);
        pruned++;
      }
    }
  } finally {
    await reader.close();
    await tested.close();
    const ended = new Promise((resolve) => writer.once("close", resolve));
    writer.send("stop");
    await ended;
  }
  return { exact, pruned, watermarks };
}
