import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Registry, startRegistry } from "../src/release/registry.ts";

/** The registry that those who run the check have. */
const upstream = createServer(({ url }, response) => {
  const tarball = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/files/other-1.0.0.tgz`;
  if (url === "/@some%2fother") response.end(JSON.stringify({ versions: { "1.0.0": { dist: { tarball } } } }));
  else if (url === "/files/other-1.0.0.tgz" || url === "/@some/locked/-/locked-2.0.0.tgz") response.end(`of ${url}`);
  else response.writeHead(404).end();
});

let folder: string;
let registry: Registry;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ledger-registry-"));
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, ".npmrc"), `registry=http://127.0.0.1:${(upstream.address() as AddressInfo).port}/\n`);
  registry = await startRegistry(folder);
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true });
});

const token = (): string => registry.credentials.split("_authToken=")[1] ?? "";
const sha512 = (text: string): string => `sha512-${createHash("sha512").update(text).digest("base64")}`;

/** Publishes a version whose tarball is a text. @returns the status of the answer */
async function publish(version: string, integrity = sha512(version), credentials = token()): Promise<number> {
  const name = "@ledger/x";
  const body = {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { dist: { integrity, tarball: `http://any.example/@ledger/x/-/x-${version}.tgz` } } },
    _attachments: { x: { data: Buffer.from(version).toString("base64") } },
  };
  const headers = { authorization: `Bearer ${credentials}` };
  const answer = await fetch(`${registry.url}@ledger%2fx`, { method: "PUT", headers, body: JSON.stringify(body) });
  await answer.body?.cancel();
  return answer.status;
}

/** Installs as npm does: it asks for the package, and then for its tarball. */
async function fetchTarball(name: string, version: string): Promise<string> {
  const answer = await fetch(registry.url + name.replace("/", "%2f"));
  const { versions } = (await answer.json()) as { versions: Record<string, { dist: { tarball: string } }> };
  const { tarball } = versions[version]!.dist;
  expect(tarball.startsWith(registry.url)).toBe(true);
  return (await fetch(tarball)).text();
}

test("what is published is there, every version once", async () => {
  expect(await publish("1.0.0")).toBe(201);
  expect(await publish("1.1.0")).toBe(201);
  expect(await publish("1.0.0")).toBe(409);
  expect(await fetchTarball("@ledger/x", "1.0.0")).toBe("1.0.0");
  expect(await (await fetch(`${registry.url}@ledger%2fx`)).json()).toMatchObject({ "dist-tags": { latest: "1.1.0" } });
});

test("what is published by a stranger, or is not what it says, is refused", async () => {
  expect(await publish("1.0.0", sha512("1.0.0"), "of-somebody")).toBe(401);
  expect(await publish("1.0.0", sha512("another"))).toBe(400);
  expect((await fetch(`${registry.url}@ledger%2fx`)).status).toBe(404);
});

test("packages of others come from the registry in use, also for who knows only the file", async () => {
  expect(await fetchTarball("@some/other", "1.0.0")).toBe("of /files/other-1.0.0.tgz");
  const locked = await fetch(`${registry.url}@some/locked/-/locked-2.0.0.tgz`);
  expect(await locked.text()).toBe("of /@some/locked/-/locked-2.0.0.tgz");
  expect((await fetch(`${registry.url}nothing`)).status).toBe(404);
});
