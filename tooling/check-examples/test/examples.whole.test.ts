import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needsBrowser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { readVectorText, vectorPath } from "@ledger/vectors";
import Database from "better-sqlite3";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

// What the pages of the examples show is run by `pnpm check docs`; here is what no page shows.
const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));

let node: NodeProcess;
const dataDir = createDataDir();

beforeAll(async () => {
  const args = ["--data-dir", dataDir.path, "--block-interval", "100", "--state-window", "0"];
  node = await startNode(...args);
});
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

/** Starts an example as its README says, on the sources of the libraries. */
function start(
  name: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<string> } {
  const child = spawn(process.execPath, ["--conditions=@ledger/source", "src/main.ts", ...args], {
    cwd: join(examples, name),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<string>((resolve) => child.once("close", (code) => resolve(`${text}exit code ${code}`)));
  return { child, ended };
}

test("verify-a-genesis: mainnet's is that of its waypoint, and not of another", async () => {
  const file = vectorPath("genesis/mainnet.genesis.blob");
  const waypoint = readVectorText("genesis/mainnet.waypoint.txt").trim();
  const output = await start("verify-a-genesis", [file, waypoint]).ended;
  expect(output).toContain("chain id    1\n");
  expect(output).toContain(`waypoint    ${waypoint}\nIt is the genesis of your waypoint.\nexit code 0`);
  const other = await start("verify-a-genesis", [file, `0:${"0".repeat(64)}`]).ended;
  expect(other).toMatch(/It is not: you trust 0:0+\.\nexit code 1$/);
  // What goes wrong is a sentence, and no stack.
  for (const wrong of [[], ["nope.blob"], [fileURLToPath(import.meta.url)]]) {
    expect(await start("verify-a-genesis", wrong).ended).toMatch(/^no genesis: .+\nexit code 1$/);
  }
});

/** Follows until the index has that many versions more, and stops. */
async function followFor(folder: string, versions: number): Promise<string> {
  const { child, ended } = start("index-events", [`${node.url}/v1`, folder]);
  let seen = "";
  await new Promise<void>((resolve) => {
    let first: number | undefined;
    child.stdout?.on("data", (chunk: string) => {
      seen += chunk;
      const last = Number([...seen.matchAll(/version (\d+):/g)].at(-1)?.[1]);
      if (Number.isNaN(last)) return;
      first ??= last;
      if (last >= first + versions) resolve();
    });
    child.once("close", () => resolve());
  });
  child.kill("SIGTERM");
  return ended;
}

test("index-events: every event is indexed once, across a restart", async () => {
  using folder = createDataDir();
  expect(await followFor(folder.path, 10)).toMatch(/exit code 0$/);
  expect(await followFor(folder.path, 10)).toMatch(/exit code 0$/);
  using index = {
    database: new Database(join(folder.path, "events.db")),
    [Symbol.dispose]() {
      this.database.close();
    },
  };
  const rows = index.database
    .prepare<[], { version: number; count: number; types: string }>(
      "select version, count(*) count, group_concat(type) types from (select * from events order by position) group by version order by version",
    )
    .all();
  const next = index.database.prepare<[], number>("select next from progress").pluck().get() ?? 0;
  const first = rows[0]?.version ?? Number.NaN;
  expect(next - first).toBeGreaterThan(20);
  // The node's own JSON is the other side.
  const indexed = new Map(rows.map(({ version, types }) => [version, types]));
  for (let version = first; version < next; version += 1) {
    const answer = await fetch(`${node.url}/v1/transactions/by_version/${version}`);
    const { events } = (await answer.json()) as { events?: readonly { type: string }[] };
    expect([version, indexed.get(version) ?? ""]).toEqual([version, (events ?? []).map(({ type }) => type).join(",")]);
  }
});

test("chain-in-a-page: a network runs, fails, ages and goes back in a page", needsBrowser, async () => {
  const root = join(examples, "chain-in-a-page");
  using out = createDataDir();
  const common = { root, configFile: false, logLevel: "error" } as const;
  await build({
    ...common,
    resolve: { conditions: ["@ledger/source", "module", "browser", "development|production"] },
    build: { outDir: out.path, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  });
  const server = await preview({
    ...common,
    build: { outDir: out.path },
    preview: { host: "127.0.0.1", port: 0 },
  });
  try {
    const address = server.httpServer.address();
    if (address === null || typeof address !== "object") throw new Error("the page is not served");
    await using browser = await openTestBrowser();
    const page = await browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const shows = (text: RegExp) => expect.poll(() => page.locator("#shown").textContent()).toMatch(text);
    const press = (name: string) => page.getByRole("button", { name }).click();
    await shows(/^started\nbob has 0\nblock 1\n2026-01-01T00:00:01/);
    await press("Pay 7 octas");
    await shows(/^paid, for \d+ units of gas\nbob has 7\nblock 2\n/);
    await press("Pay too much");
    await shows(/^refused: EINSUFFICIENT_BALANCE\nbob has 7\nblock 3\n/);
    await press("Let a day pass");
    await shows(/^a day has passed\nbob has 7\nblock 4\n2026-01-02/);
    await press("Go back to the start");
    await shows(/^back at the start\nbob has 0\nblock 1\n2026-01-01T00:00:01/);
    expect(complaints).toEqual([]);
    // Nobody else was asked for anything.
    expect([...new Set(asked)]).toEqual([`127.0.0.1:${address.port}`]);
  } finally {
    await server.close();
  }
});

test("decode-in-a-page: a page checks the hash of what it shows", needsBrowser, async () => {
  const server = await createServer({
    root: join(examples, "decode-in-a-page"),
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@ledger/source", "module", "browser", "development|production"] },
    server: { host: "127.0.0.1", port: 0 },
  });
  try {
    await server.listen();
    const address = server.httpServer?.address();
    if (address === null || typeof address !== "object") throw new Error("the page is not served");
    await using browser = await openTestBrowser();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    await page.locator("[name=api]").fill(`${node.url}/v1`);
    const show = async (version: string): Promise<string> => {
      await page.locator("[name=version]").fill(version);
      await page.getByRole("button", { name: "Decode" }).click();
      await expect.poll(() => page.locator("#shown").textContent(), { timeout: 300_000 }).toMatch(/hash|not found/);
      return (await page.locator("#shown").textContent()) ?? "";
    };
    expect(await show("1")).toMatch(/^version {2}1: BlockMetadata\nhash {5}0x[0-9a-f]{64}, as the ledger says\n/);
    expect(await show("99999999")).toContain("not found");
  } finally {
    await server.close();
  }
});
