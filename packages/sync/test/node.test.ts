import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { formatWaypoint } from "@ledger/types";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { maxGenesisBytes, readGenesis, readWaypoint } from "../src/node/index.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ledger-sync-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/genesis.blob`;
}

const blob = Uint8Array.from({ length: 5000 }, (_, i) => i & 0xff);

describe("readGenesis", () => {
  test("reads a file by path and by file URL", async () => {
    const path = writeFile("genesis.blob", blob);
    expect(await readGenesis(path)).toEqual(blob);
    expect(await readGenesis(pathToFileURL(path).href)).toEqual(blob);
  });

  test("downloads over http", async () => {
    const url = await serve((_, response) => response.end(blob));
    expect(await readGenesis(url)).toEqual(blob);
  });

  test("says what is missing", async () => {
    await expect(readGenesis(join(folder, "absent"))).rejects.toMatchObject({
      code: "unreadable",
      message: `${join(folder, "absent")} could not be read (ENOENT)`,
    });
    await expect(readGenesis(folder)).rejects.toThrow(`${folder} is not a regular file`);
    const url = await serve((_, response) => response.writeHead(404).end());
    await expect(readGenesis(url)).rejects.toMatchObject({ code: "unreadable", field: "status", actual: "404" });
    await expect(readGenesis("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "unreadable" });
  });

  test("says of a page that it is none, and how it begins", async () => {
    const path = writeFile("page.html", "<!doctype html><title>Not found</title>");
    await expect(readGenesis(path)).rejects.toMatchObject({
      code: "invalid_genesis",
      message: `${path} is not a transaction in BCS: it begins with "<!doctype html><titl"`,
    });
    const url = await serve((_, response) => response.end('{"message":"gone"}'));
    await expect(readGenesis(url)).rejects.toThrow("the genesis that was downloaded is not a transaction in BCS");
  });

  test("a file above the bound is refused without being read", async () => {
    const path = writeFile("large", "");
    truncateSync(path, maxGenesisBytes + 1);
    await expect(readGenesis(path)).rejects.toMatchObject({ code: "too_large" });
  });

  test("an endless body is cut at the bound", async () => {
    const chunk = new Uint8Array(1 << 20);
    const url = await serve((_, response) => {
      const push = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", push);
      };
      push();
    });
    await expect(readGenesis(url)).rejects.toMatchObject({ code: "too_large" });
  });

  test("a body that breaks off is refused", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-length": "5000" });
      response.write(blob.subarray(0, 100), () => response.destroy());
    });
    await expect(readGenesis(url)).rejects.toMatchObject({ code: "unreadable" });
  });

  test("a download that hangs ends at its timeout", async () => {
    const url = await serve((_, response) => response.flushHeaders());
    await expect(readGenesis(url, { timeoutMs: 50 })).rejects.toMatchObject({ code: "unreadable" });
  });
});

describe("readWaypoint", () => {
  const text = `0:6072b68a942aace147e0655c5704beaa255c84a7829baa4e72a500f1516584c4`;

  test("takes text, or a file with one line of it", async () => {
    expect(formatWaypoint(await readWaypoint(text))).toBe(text);
    expect(formatWaypoint(await readWaypoint(writeFile("waypoint.txt", `${text}\n`)))).toBe(text);
    symlinkSync(join(folder, "waypoint.txt"), join(folder, "link"));
    expect(formatWaypoint(await readWaypoint(join(folder, "link")))).toBe(text);
  });

  test("refuses what is neither", async () => {
    await expect(readWaypoint("0:abcd")).rejects.toMatchObject({ code: "invalid_waypoint" });
    await expect(readWaypoint(writeFile("noise", "hello"))).rejects.toMatchObject({ code: "invalid_waypoint" });
    await expect(readWaypoint(writeFile("long", " ".repeat(2000)))).rejects.toMatchObject({ code: "too_large" });
    await expect(readWaypoint("0:zz")).rejects.toMatchObject({
      code: "unreadable",
      message: "a waypoint is `version:hash` or a file with one line of it; 0:zz could not be read (ENOENT)",
    });
  });
});
