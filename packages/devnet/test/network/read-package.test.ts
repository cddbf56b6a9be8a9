import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startLocalNetwork } from "../../src/index.ts";
import { readPackage } from "../../src/node/index.ts";

// A package as the Move compiler and the CLI build it.
const example = fileURLToPath(new URL("../../../../examples/cover-a-module", import.meta.url));
let copy: string;
let built: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), "package-"));
  onTestFinished(() => rm(copy, { recursive: true }));
  built = join(copy, "build/TipJar");
  for (const part of ["build", "sources"]) await cp(join(example, part), join(copy, part), { recursive: true });
});

test("a build folder is published as the chain does it, and its code runs", async () => {
  // Packages that it depends on are published already.
  await mkdir(join(built, "bytecode_modules/dependencies/Std"), { recursive: true });
  await writeFile(join(built, "bytecode_modules/dependencies/Std/signer.mv"), Uint8Array.of(1, 2, 3));
  await using net = await startLocalNetwork();
  await net.fund("0xcafe", 1_000_000_000n);
  const sender = await net.impersonate("0xcafe");
  const published = await net.deploy({ sender, ...(await readPackage(built)) });
  expect(published).toMatchObject({ success: true });
  expect(published.events.map(({ type }) => type)).toContain("0x1::code::PublishPackage");
  const registry = await net.fetch(`${net.url}/accounts/0xcafe/resource/0x1::code::PackageRegistry`);
  expect(await registry.json()).toMatchObject({
    data: { packages: [{ name: "TipJar", upgrade_policy: { policy: 1 } }] },
  });
  const stored = await net.fetch(`${net.url}/accounts/0xcafe/module/tip_jar`);
  const { bytecode } = (await stored.json()) as { bytecode: string };
  expect(bytecode).toBe(`0x${(await readFile(join(built, "bytecode_modules/tip_jar.mv"))).toString("hex")}`);

  await net.send({ sender, function: "0xcafe::tip_jar::open" });
  const arguments_ = ["0xcafe", "9"];
  await net.send({ sender: net.accounts[0]!, function: "0xcafe::tip_jar::tip", arguments: arguments_ });
  expect(await net.view({ function: "0xcafe::tip_jar::total", arguments: ["0xcafe"] })).toEqual(["9"]);

  const again = await net.deploy({ sender, ...(await readPackage(built)) });
  expect(again).toMatchObject({ success: true });
  const other = await net.deploy({ sender: net.accounts[0]!, ...(await readPackage(built)) });
  expect(other).toMatchObject({
    success: false,
    status: expect.stringContaining("MODULE_ADDRESS_DOES_NOT_MATCH_SENDER"),
  });
});

test("a failure names the line of the package that it came from, also where the framework aborts", async () => {
  await using net = await startLocalNetwork();
  await net.fund("0xcafe", 1_000_000_000n);
  const sender = await net.impersonate("0xcafe");
  await net.deploy({ sender, ...(await readPackage(built)) });
  const guest = net.accounts[0]!;
  const tip = (owner: string, amount: bigint) =>
    net.send({ sender: guest, function: "0xcafe::tip_jar::tip", arguments: [owner, amount] });
  const file = join(copy, "sources/tip_jar.move");

  const missing = await tip("0xb0b", 1n);
  const place = { file, line: 24, text: "assert!(exists<Jar>(owner), error::not_found(ENO_JAR));" };
  expect(missing.failure).toMatchObject({
    kind: "abort",
    place,
    calls: [{ function: "0xcafe::tip_jar::tip", place }],
  });

  await net.send({ sender, function: "0xcafe::tip_jar::open" });
  const poor = await tip("0xcafe", 10n ** 18n);
  expect(poor.status).toContain("EINSUFFICIENT_BALANCE");
  expect(poor.failure?.place).toEqual({ file, line: 25, text: "aptos_account::transfer(guest, owner, amount);" });
  expect(poor.failure?.calls.length).toBeGreaterThan(2);
  expect(poor.failure?.calls.at(-1)?.function).toBe("0xcafe::tip_jar::tip");
  expect((await tip("0xcafe", 1n)).failure).toBeUndefined();

  // A simulation and a trace know the same.
  const call = { sender: guest, function: "0xcafe::tip_jar::tip", arguments: ["0xb0b", 1n] };
  expect((await net.simulate(call)).failure).toEqual(missing.failure);
  const payload = { type: "entry_function_payload", type_arguments: [], function: call.function };
  const simulate = async (amount: string) => {
    const tried = await net.fetch(`${net.url}/transactions/simulate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        sender: `${guest.address}`,
        sequence_number: "3",
        max_gas_amount: "20000",
        gas_unit_price: "100",
        expiration_timestamp_secs: `${Math.floor(Date.now() / 1_000) + 60}`,
        payload: { ...payload, arguments: [amount === "1" ? "0xb0b" : "0xcafe", amount] },
        signature: { type: "no_account_signature" },
      }),
    });
    return ((await tried.json()) as object[])[0];
  };
  expect(await simulate("1")).toMatchObject({ success: false, failure: { kind: "abort", place } });
  expect(await simulate("2")).not.toHaveProperty("failure");
  const traced = (await (await net.fetch(`${net.url}/-/trace/${missing.version}`)).json()) as { failure: unknown };
  expect(traced.failure).toMatchObject({ kind: "abort", place, calls: [{ function: "0xcafe::tip_jar::tip", place }] });
});

test("sources are named as the files that people edit, while those are what was compiled", async () => {
  const source = join(copy, "sources/tip_jar.move");
  const nameOf = async () => (await readPackage(built)).maps?.sources.map(({ path }) => path);
  expect(await nameOf()).toEqual([source]);
  await writeFile(source, "// edited since");
  expect(await nameOf()).toEqual([join(built, "sources/tip_jar.move")]);
});

test("a folder without a package, or without its metadata, is refused with what to do", async () => {
  await expect(readPackage(copy)).rejects.toThrow("no bytecode_modules");
  await rm(join(built, "package-metadata.bcs"));
  await expect(readPackage(built)).rejects.toThrow("--save-metadata");
});
