import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { createDataDir, runNodeToEnd } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { describeVectors, vectorPath } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { readHealth } from "./support/health.ts";
import { startUpstream } from "./support/upstream.ts";

describe("a refused start", () => {
  test("leaves no folder and no file", async () => {
    using folder = createDataDir();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const at = ["--data-dir", join(folder.path, "deep", "data")];
    const genesis = join(folder.path, "no.genesis");
    writeFileSync(genesis, "not a genesis");
    for (const [code, args] of [
      ["cannot_listen", ["--listen", `127.0.0.1:${port}`]],
      ["cannot_listen", ["--faucet-listen", `127.0.0.1:${port}`]],
      ["cannot_listen", ["--indexer-listen", `127.0.0.1:${port}`]],
      ["invalid_genesis", ["--genesis", genesis]],
      ["unreadable", ["--genesis", join(folder.path, "missing")]],
      ["invalid_waypoint", ["--waypoint", "0:12"]],
      ["wrong_waypoint", ["--waypoint", `0:${"12".repeat(32)}`]],
      ["unreadable", ["--backup", join(folder.path, "missing")]],
    ] as const) {
      const refused = await runNodeToEnd(...at, ...args);
      expect(refused.output).toContain(code);
      expect(refused.code).toBe(1);
      expect(existsSync(join(folder.path, "deep")), code).toBe(false);
    }
    taken.close();
  });

  test("leaves a folder that was there, and what is in it", async () => {
    using folder = createDataDir();
    writeFileSync(join(folder.path, "notes.txt"), "mine");
    const refused = await runNodeToEnd("--data-dir", folder.path, "--waypoint", `0:${"12".repeat(32)}`);
    expect(refused.code).toBe(1);
    expect(readdirSync(folder.path)).toEqual(["notes.txt"]);
  });
});

describeVectors("a waypoint", () => {
  const genesis = ["--genesis", vectorPath("genesis/mainnet.genesis.blob")];
  const later = "1638030465:a124a5ae68d2bc6cc0ee3d4eec21d4d63eb9ec0b36b7dd8b0e9f3e8e9bd4c9e5";

  test("that nothing leads to is refused with what to do, before and after the ledger is stored", async () => {
    using folder = createDataDir();
    const data = ["--data-dir", join(folder.path, "data")];
    const refused = await runNodeToEnd(...genesis, "--waypoint", later, ...data);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/waypoint_unreachable: .*1638030465.*--follow/);
    expect(refused.output).not.toContain("verified");
    expect(readdirSync(folder.path)).toEqual([]);

    const node = await composeNode(...genesis, "--waypoint", vectorPath("genesis/mainnet.waypoint.txt"), ...data);
    expect(await readHealth(node.url)).toMatchObject({ status: 200, waypoint: "matched" });
    expect(await node.stop()).toBe(0);
    for (const source of [genesis, []]) {
      const again = await runNodeToEnd(...source, "--waypoint", later, ...data);
      expect(again.code).toBe(1);
      expect(again.output).toContain("waypoint_unreachable");
    }
    const wrong = await runNodeToEnd("--waypoint", `0:${"12".repeat(32)}`, ...data);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("wrong_waypoint");
  });

  test("that the ledger will come to is announced, and health says that it was not compared yet", async () => {
    using folder = createDataDir();
    await using node = await composeNode("--data-dir", folder.path, "--waypoint", later);
    expect(node.output()).toContain("will be compared at version 1638030465");
    expect(await readHealth(node.url)).toMatchObject({ status: 200, waypoint: "ahead" });
  });

  test("that lies before the beginning of a lazy ledger is refused", async () => {
    using folder = createDataDir();
    await using upstream = await startUpstream();
    const refused = await runNodeToEnd(
      ...["--follow", `${upstream.url}/v1`, "--start-version", "latest"],
      ...["--waypoint", `0:${"12".repeat(32)}`, "--data-dir", join(folder.path, "data")],
    );
    expect(refused.output).toMatch(/waypoint_unreachable: .*begins at version \d+/);
    expect(refused.code).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
