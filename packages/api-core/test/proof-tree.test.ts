import { demoSource } from "@ledger/demo-ledger";
import { readTreeState, StateTree } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { expect, test } from "vitest";

test("a tree that another version of the program made is made again", async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(6), store, proofs: true });
  const tree = store.tree!;
  const head = await new StateTree(tree, store).head();
  const other = Uint8Array.of(0, 1, 2, 3);
  await tree.write([{ key: Uint8Array.of(0), value: other, version: 0n, keepsPast: false }]);
  await expect(readTreeState(tree)).rejects.toMatchObject({ code: "corrupt" });

  await ingest({ source: demoSource(6), store, proofs: true });
  expect(await new StateTree(tree, store).head()).toMatchObject({ version: head!.version, settled: head!.version });
});
