import { type ImpersonatedSender, type LocalNetwork, type NetworkSnapshot, startLocalNetwork } from "@ledger/devnet";
import { readPackage } from "@ledger/devnet/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let net: LocalNetwork;
let owner: ImpersonatedSender;
let fresh: NetworkSnapshot;

beforeAll(async () => {
  net = await startLocalNetwork();
  await net.fund("0xcafe", 1_000_000_000n);
  // The package is compiled for 0xcafe. Nobody needs the key of that account here.
  owner = await net.impersonate("0xcafe");
  const built = await readPackage(new URL("../build/TipJar", import.meta.url));
  expect(await net.deploy({ sender: owner, ...built })).toMatchObject({ success: true });
  fresh = await net.snapshot();
});
beforeEach(() => fresh.restore());
afterAll(() => net[Symbol.asyncDispose]());

const open = () => net.send({ sender: owner, function: "0xcafe::tip_jar::open" });
const tip = (to: string, octas: number) =>
  net.send({ sender: net.accounts[0]!, function: "0xcafe::tip_jar::tip", arguments: [to, `${octas}`] });

test("tips add up, and reach the owner", async () => {
  await open();
  const before = await net.view({ function: "0xcafe::tip_jar::total", arguments: ["0xcafe"] });
  const tipped = await tip("0xcafe", 500);
  expect(tipped.balanceChanges.find(({ owner }) => owner === "0xcafe")).toMatchObject({ asset: "0xa" });
  await tip("0xcafe", 300);
  expect(before).toEqual(["0"]);
  expect(await net.view({ function: "0xcafe::tip_jar::total", arguments: ["0xcafe"] })).toEqual(["800"]);
});

test("nobody can tip an account without a jar", async () => {
  const tipped = await tip("0xb0b", 500);
  expect(tipped.abort).toMatchObject({ module: "0xcafe::tip_jar", name: "ENO_JAR" });
});
