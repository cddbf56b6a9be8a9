import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import {
  createValidators,
  StrangerLedger,
  strangerTable,
  typedHash,
  u64,
  waypointOf,
  writeBackup,
} from "@ledger/stranger";
import { bytesToHash, tableItemKey } from "@ledger/types";
import { decodeLedgerStep, ProofReader, waypoint } from "@ledger/verifier";
import { expect, test } from "vitest";
import { waitFor } from "./support/wait-for.ts";

// Ledger, validators, signatures and files are written by other hands, see tooling/stranger.

test("a node hands on the signatures of its backup, and a client trusts the waypoint alone", async () => {
  const validators = createValidators(4);
  const ledger = new StrangerLedger({ seed: 34, blocksPerEpoch: 8, validators }).grow(40);
  const ends = ledger.blocks.filter(({ nextValidators }) => nextValidators !== undefined);
  const newest = ends.at(-1)!.last;
  const text = waypointOf(ledger, ends[0]!, (body) => typedHash("Ledger2WaypointConverter", body));
  using dir = createDataDir();
  const folder = join(dir.path, "backup");
  const ranges = [
    [0n, 0n],
    [1n, newest],
  ] as const;
  for (const [handle, bytes] of writeBackup(ledger, { validators, ranges })) {
    mkdirSync(dirname(join(folder, handle)), { recursive: true });
    writeFileSync(join(folder, handle), bytes);
  }
  await using node = await composeNode(
    ...["--data-dir", join(dir.path, "data"), "--backup", folder, "--waypoint", text, "--proofs", "on"],
  );
  const api = `${node.url}/v1`;
  await waitFor(
    async () => (await fetch(`${api}/proofs/state?key=0xff00&ledger_version=${newest}`)).status,
    (status) => status === 200,
  );

  const answer = await fetch(`${api}/proofs/ledger?since=1`, { headers: { accept: "application/x-bcs" } });
  expect(answer.status).toBe(200);
  expect(decodeLedgerStep(await answer.bytes()).epochChanges).toHaveLength(ends.length - 1);

  const reader = new ProofReader({ node: api, trust: waypoint(text, { signed: api }) });
  const keys = [u64(0), u64(1), u64(2), u64(77)];
  const handle = bytesToHash(strangerTable) as never;
  const stateKeys = keys.map((key) => tableItemKey(handle, key));
  const { root, state } = await reader.open(() => stateKeys);
  expect(root.ledgerVersion).toBe(newest);
  for (const [i, key] of keys.entries()) {
    const expected = ledger.valueAt({ kind: "item", handle: strangerTable, key }, newest);
    const value = state?.read(stateKeys[i]!);
    expect(value?.kind === "WithMetadata" ? value.value.data : value?.value).toEqual(expected?.bytes);
  }

  // Another ledger of the same validators is another waypoint.
  const other = text.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  const refused = new ProofReader({ node: api, trust: waypoint(other, { signed: api }) }).open(() => stateKeys);
  await expect(refused).rejects.toMatchObject({ code: "not_verified", step: "signature" });
});
