import { join } from "node:path";
import { createVerifiedFetch } from "@ledger/api-core/verified";
import { createDataDir, runCommand } from "@ledger/node-process";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import { roots, type VerificationError } from "@ledger/verifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FalseState, falseNumber, withFalseState } from "./support/false-state.ts";
import { readHealth } from "./support/health.ts";
import { lastUserVersion, makeRecords, storeRecords, withForgedGas } from "./support/made-ledger.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { composeObserved } from "./support/observed.ts";
import { serveRecords, serveStore, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

// The table "what is proven, by source and option", from a liar's records to a page that trusts the follower of that liar.

let head: bigint;
let blocks: Awaited<ReturnType<typeof makeRecords>>;
let liars: Readonly<Record<"root" | "record" | "both" | "proof", Upstream>>;
let falseRoot: FalseState;

beforeAll(async () => {
  blocks = await makeRecords(8);
  const forged = withForgedGas(blocks, lastUserVersion(blocks));
  const [root, both] = [await withFalseState(blocks), await withFalseState(forged)];
  falseRoot = root;
  head = root.version;
  liars = {
    root: await serveStore(root.store),
    record: await serveRecords(forged),
    both: await serveStore(both.store),
    // Its records are true; pages are sent to the liar with the false root for their proofs.
    proof: await serveRecords(blocks),
  };
});
afterAll(async () => {
  for (const liar of Object.values(liars)) await liar.stop();
});

/** What a page is shown that reads from one node, and trusts another one's roots; the step that refuses it where it is nothing. */
async function readNumber(node: string, vouching: string): Promise<string | VerificationError["step"]> {
  const { fetch } = createVerifiedFetch({ node: `${node}/v1`, trust: roots(`${vouching}/v1`) });
  try {
    const answer = await fetch(`${node}/v1/accounts/0x1`);
    expect(answer.headers.get("x-ledger-verified")).toBe("true");
    return ((await answer.json()) as { sequence_number: string }).sequence_number;
  } catch (error) {
    return (error as VerificationError).step;
  }
}

/** Starts a follower, and waits until it has all records. */
const follow = (liar: Upstream, ...args: readonly string[]) => followIn(createDataDir(), liar, ...args);

/** The same in a folder, which goes with the follower. */
async function followIn(dataDir: ReturnType<typeof createDataDir>, liar: Upstream, ...args: readonly string[]) {
  const node = await composeObserved("--follow", `${liar.url}/v1`, "--data-dir", dataDir.path, ...args);
  await waitFor(
    async () => ((await (await fetch(`${node.url}/v1`)).json()) as { ledger_version: string }).ledger_version,
    (version) => version === `${head}`,
  );
  return {
    ...node,
    folder: dataDir.path,
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}

/** Waits until a follower has compared its newest root. */
const untilCompared = (url: string) => answerOf(url, (message) => !message.includes("has computed none"));

/** Its answer to a question for its newest root. */
async function answerOf(
  url: string,
  isFinal = (_message: string): boolean => true,
): Promise<{ readonly status: number; readonly message?: string }> {
  const { status, message } = await waitFor(
    async () => {
      const answer = await fetch(`${url}/v1/proofs/roots?version=${head}`);
      return { status: answer.status, ...((await answer.json()) as { message?: string }) };
    },
    ({ status, message = "" }) => status !== 503 && isFinal(message),
  );
  return { status, ...(message !== undefined && { message }) };
}

/** Checks that a follower of the liar with the false root names it, stops, and shows nothing to a page that trusts it. */
async function expectRootRefused(url: string): Promise<void> {
  expect(await untilCompared(url)).toMatchObject({
    status: 403,
    message: expect.stringContaining(`the record of version ${head} claims the state root`),
  });
  expect(await readNumber(liars.root.url, url)).toBe("vouching");
  const health = await waitFor(
    () => readHealth(url),
    ({ status }) => status === 503,
  );
  expect(health.message).toContain(`version ${head} claims a state root that its state does not have`);
}

const computing = [
  ["--execute", "all", "--on-mismatch", "stop"],
  ["--execute", "sample=1/4", "--on-mismatch", "stop"],
  ["--proofs", "on", "--on-mismatch", "stop"],
  ["--proofs", "on", "--execute", "all", "--on-mismatch", "stop"],
].map((args) => ({ name: args.join(" "), args }));

describe.each(computing)("a follower with $name", ({ args }) => {
  test("refuses a false root, stops, and names it; a page that trusts it is shown nothing", async () => {
    await using node = await follow(liars.root, ...args);
    await expectRootRefused(node.url);
    expect(readValue(await scrape(node.admin), "ledger_false_state_roots_total")).toBe(1);
    expect(node.output()).toContain(`version ${head} of ${liars.root.url}/v1 claims the state root`);
    expect(node.output()).toContain(`db copy --from ${node.folder} --to NEW --before ${head}`);
    expect(node.output()).not.toContain("made again");
  });

  test("vouches for true roots, under which a false proof is refused and a true one shown", async () => {
    await using node = await follow(liars.proof, ...args);
    expect((await untilCompared(node.url)).status).toBe(200);
    expect(await readNumber(liars.root.url, node.url)).toBe("accumulator");
    expect(await readNumber(node.url, node.url)).toBe("0");
  });
});

test.each(["root", "both", "proof", "record"] as const)(
  "a follower that computes no roots vouches for nothing, with a false %s",
  async (lie) => {
    await using node = await follow(liars[lie]);
    expect(await answerOf(node.url)).toMatchObject({
      status: 403,
      message: expect.stringContaining("--execute all"),
    });
    expect(await readNumber(liars[lie].url, node.url)).toBe("vouching");
  },
);

test("a false record with a false root is found twice, and shown to no page", async () => {
  await using node = await follow(liars.both, "--execute", "all");
  expect((await untilCompared(node.url)).status).toBe(403);
  expect(await readNumber(liars.both.url, node.url)).toBe("vouching");
  await waitFor(
    async () => readValue(await scrape(node.admin), "ledger_execution_versions_total", { outcome: "different" }),
    (count) => count > 0,
  );
  // It reports, and stays healthy, as it was asked to.
  expect((await readHealth(node.url)).status).toBe(200);
});

test("with --state-roots every_block a false root is refused before it is committed", async () => {
  using dataDir = createDataDir();
  await using node = await composeObserved(
    ...["--follow", `${liars.root.url}/v1`, "--data-dir", dataDir.path, "--state-roots", "every_block"],
  );
  const health = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  expect(health.message).toContain("state_checkpoint_hash");
  expect(await readNumber(liars.root.url, node.url)).not.toBe(`${falseNumber}`);
  expect(await node.stop()).toBe(0);
});

test("a ledger that began with a backup refuses a false root, stops, and vouches for nothing", async () => {
  using made = createDataDir();
  const copy = join(made.path, "copy.db");
  await storeRecords(join(made.path, "ledger.db"), blocks.slice(0, -3));
  expect(await runCommand("backup", copy, "--data-dir", made.path)).toMatchObject({ code: 0 });
  const dataDir = createDataDir();
  expect(await runCommand("restore", copy, "--data-dir", dataDir.path)).toMatchObject({ code: 0 });
  await using node = await followIn(dataDir, liars.root, "--execute", "all", "--on-mismatch", "stop");
  await expectRootRefused(node.url);
});

test("a ledger that began lazily vouches for nothing", async () => {
  await using node = await follow(
    liars.root,
    "--start-version",
    `${blocks.at(-3)!.at(-1)!.version + 1n}`,
    "--execute",
    "all",
  );
  expect(await answerOf(node.url)).toMatchObject({
    status: 403,
    message: expect.stringContaining("began lazily"),
  });
  expect(await readNumber(liars.root.url, node.url)).toBe("vouching");
});

test("what a lying upstream gave is named by replay, and left behind by a copy that ends before it", async () => {
  await using node = await follow(liars.root, "--execute", "all", "--on-mismatch", "stop");
  await untilCompared(node.url);
  await node.stop();
  const replayed = await runCommand("replay", "--data-dir", node.folder);
  expect(replayed).toMatchObject({
    code: 1,
    output: expect.stringContaining(`state roots  different at version ${head}: the record claims 0x`),
  });
  using again = createDataDir();
  const to = join(again.path, "again");
  const copied = await runCommand("db", "copy", "--from", node.folder, "--to", to, "--before", `${head}`);
  expect(copied).toMatchObject({ code: 0 });
  const store = openSqliteReader(join(to, "ledger.db"));
  expect((await store.summary())?.version).toBe(falseRoot.blocks.at(-2)!.at(-1)!.version);
  await store.close();
});

describe("on a PostgreSQL server", needsPostgres, () => {
  test("a false root is refused, and a page is shown nothing", async () => {
    const store = ["--store", (await openTestDatabase()).url()];
    await using node = await follow(liars.root, ...store, "--execute", "all", "--on-mismatch", "stop");
    expect(await untilCompared(node.url)).toMatchObject({
      status: 403,
      message: expect.stringContaining("claims the state root"),
    });
    expect(await readNumber(liars.root.url, node.url)).toBe("vouching");
  });
});
