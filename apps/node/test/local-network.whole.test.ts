import { demoAccounts } from "@ledger/demo-ledger";
import { connectLocalNetwork } from "@ledger/devnet";
import { createDataDir, runNodeToEnd } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { formatAddress } from "@ledger/types";
import { expect, test } from "vitest";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { openSharedNode } from "./support/open-shared-node.ts";
import { shareNode } from "./support/share-node.ts";
import { waitFor } from "./support/wait-for.ts";

interface LedgerInfo {
  readonly chain_id: number;
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  readonly block_height: string;
}

interface Summary {
  readonly sender: string;
  readonly version: string;
  readonly transaction_hash: string;
  readonly replay_protector: { readonly type: string };
}

const network = shareNode((place) =>
  composeNode(...place, "--block-interval", "100", "--state-window", "60", "--index", "off"),
);

test("the local network grows, is summarised, is pruned, and continues after a stop", async () => {
  const node = await network.running();
  const info = async (url: string): Promise<LedgerInfo> => (await (await fetch(`${url}/v1`)).json()) as LedgerInfo;
  const pruned = await waitFor(
    () => info(node.url),
    (value) => BigInt(value.oldest_ledger_version) > 20n,
  );
  expect(pruned.chain_id).toBe(4);

  const gone = await fetch(`${node.url}/v1/accounts/0x1/modules?ledger_version=1`);
  expect(gone.status).toBe(410);
  expectLedgerHeaders(gone);
  expect(await gone.json()).toMatchObject({ error_code: "version_pruned" });

  const { ledger_version } = await info(node.url);
  const kept = await fetch(`${node.url}/v1/accounts/0x1/modules?ledger_version=${ledger_version}&limit=2`);
  expect(kept.status).toBe(200);
  expect(kept.headers.get("x-svc-cursor")).toMatch(/^[0-9a-f]+$/);

  const sender = formatAddress(demoAccounts.cafe.address);
  // What the demonstration sends comes about once a second, and is gone two seconds later.
  const summaries = await waitFor(
    async () =>
      (await (await fetch(`${node.url}/v1/accounts/${sender}/transaction_summaries?limit=5`)).json()) as Summary[],
    (found) => found.length > 0,
  );
  const versions = summaries.map(({ version }) => BigInt(version));
  expect(versions).toEqual(versions.toSorted((a, b) => (a < b ? -1 : 1)));

  expect(await node.stop()).toBe(0);
  const again = await network.running();
  expect(again.output()).toContain("continue  local network");
  const later = await waitFor(
    () => info(again.url),
    (value) => BigInt(value.ledger_version) > BigInt(ledger_version) + 20n,
  );
  expect(BigInt(later.block_height)).toBeGreaterThan(BigInt(pruned.block_height));
});

test("the verbs of networks for tests are not a node's", async () => {
  const node = await openSharedNode("local-network");
  const response = await fetch(`${node.url}/v1/-/local/now`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error_code: "web_framework_error" });
  await expect(connectLocalNetwork(node.url)).rejects.toThrow("ledger-node devnet");
  const described = (await (await fetch(`${node.url}/v1/-/local`)).json()) as Record<string, unknown>;
  expect(described).toMatchObject({ faucet: node.url, graphql: `${node.url}/v1/graphql`, verbs: [] });
  expect(described.accounts).toHaveLength(10);
});

test("the address in use, a used data folder and unknown options are refused with a clear text", async () => {
  const node = await network.running();
  const locked = await runNodeToEnd("--data-dir", network.folder);
  expect(locked.code).toBe(1);
  expect(locked.output).toContain("store_locked");
  using other = createDataDir();
  const busy = await runNodeToEnd("--data-dir", other.path, "--listen", new URL(node.url).host);
  expect(busy.code).toBe(1);
  expect(busy.output).toContain("EADDRINUSE");
  const unknown = await runNodeToEnd("--no-such-option");
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("--no-such-option");
  const baseless = await runNodeToEnd("--data-dir", other.path, "--start-version", "5");
  expect(baseless.code).toBe(1);
  expect(baseless.output).toContain("needs --follow or --backup");
});
