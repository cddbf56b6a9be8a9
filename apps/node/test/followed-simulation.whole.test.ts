import { localAccounts } from "@ledger/local-chain";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { formatAddress } from "@ledger/types";
import { expect, test } from "vitest";
import { startUpstream, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

interface TransactionJson {
  readonly type: string;
  readonly version: string;
}

const [alice] = localAccounts;

async function read(node: Pick<Upstream, "url">, path: string, body?: unknown) {
  const init = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${node.url}/v1${path}`, init || {});
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Versions of the user transactions that a node has from a version on. */
async function userVersions(node: Pick<Upstream, "url">, start: bigint): Promise<readonly bigint[]> {
  const found: bigint[] = [];
  for (let next = start; ; next += 100n) {
    const response = await fetch(`${node.url}/v1/transactions?start=${next}&limit=100`);
    if (!response.ok) return found;
    const page = (await response.json()) as readonly TransactionJson[];
    found.push(...page.filter(({ type }) => type === "user_transaction").map(({ version }) => BigInt(version)));
    if (page.length < 100) return found;
  }
}

async function oldestVersion(node: Pick<Upstream, "url">): Promise<bigint> {
  const { json } = await read(node, "");
  return BigInt(json.oldest_ledger_version as string);
}

const balanceOf = (address: string) => ({
  type: "view",
  function: "0x1::coin::balance",
  type_arguments: ["0x1::aptos_coin::AptosCoin"],
  arguments: [address],
});

const simulation = {
  overrides: { balances: [{ address: "0xb0b", amount: "5" }] },
  steps: [
    balanceOf(formatAddress(alice!.address)),
    {
      type: "transaction",
      sender: formatAddress(alice!.address),
      payload: {
        type: "entry_function_payload",
        function: "0x1::aptos_account::transfer",
        type_arguments: [],
        arguments: ["0xb0b", "7"],
      },
    },
    balanceOf("0xb0b"),
  ],
  trace: "folded",
};

test.each([
  ["its whole state", []],
  ["a part of its state", ["--start-version", "latest"]],
])("a node that follows a network simulates on it, and traces it, with %s", async (_, extra) => {
  using followerDir = createDataDir();
  const window = ["--state-window", "0"];
  await using leader = await startUpstream();
  const upstream = ["--follow", `${leader.url}/v1`];
  await using follower = await composeNode("--data-dir", followerDir.path, ...upstream, ...window, ...extra);
  const base = await oldestVersion(follower);
  expect(base > 0n).toBe(extra.length > 0);
  // State of the version before is needed, and the last of them is kept for when nobody can be asked.
  const versions = await waitFor(
    () => userVersions(follower, base + 2n),
    (found) => found.length > 5,
  );

  for (const version of versions.slice(0, 4)) {
    const path = `/-/trace/${version}?format=folded`;
    const [theirs, ours] = await Promise.all([read(leader, path), read(follower, path)]);
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject({ status: 200, json: { is_same: true } });
  }
  // A version of the past, which others have built on since.
  const at = versions[0]!;
  const path = `/-/simulate?ledger_version=${at}`;
  const [theirs, ours] = await Promise.all([read(leader, path, simulation), read(follower, path, simulation)]);
  expect(ours).toEqual(theirs);
  expect(ours).toMatchObject({
    status: 200,
    json: { ledger_version: `${at}`, steps: [{}, { transaction: { success: true } }, { results: ["12"] }] },
  });

  const future = await read(follower, "/-/simulate?ledger_version=99999999", simulation);
  expect(future).toMatchObject({ status: 404, json: { error_code: "version_not_found" } });
  if (extra.length === 0) return;

  // What is from before the beginning is not guessed.
  const before = await read(follower, `/-/simulate?ledger_version=${base - 1n}`, simulation);
  expect(before).toMatchObject({ status: 410, json: { error_code: "version_pruned" } });
  expect(await read(follower, `/-/trace/${base - 1n}`)).toMatchObject({
    status: 410,
    json: { error_code: "version_pruned" },
  });
  const [first] = await userVersions(follower, base);
  if (first === base) expect(await read(follower, `/-/trace/${first}`)).toMatchObject({ status: 410 });

  // Without the upstream, what was fetched still serves, and the rest is refused.
  await leader.stop();
  expect(await read(follower, path, simulation)).toEqual(theirs);
  const stranger = { steps: [balanceOf(`0x${"5e".repeat(32)}`)] };
  expect(await read(follower, path, stranger)).toMatchObject({ status: 503, json: { error_code: "internal_error" } });
});
