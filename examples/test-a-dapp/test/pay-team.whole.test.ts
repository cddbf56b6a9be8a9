import { Account, Aptos, AptosConfig, Ed25519PrivateKey } from "@aptos-labs/ts-sdk";
import { type LocalNetwork, type NetworkSnapshot, startLocalNetwork } from "@ledger/devnet";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { payTeam } from "../src/pay-team.ts";

let net: LocalNetwork;
let aptos: Aptos;
let fresh: NetworkSnapshot;
const team = [Account.generate().accountAddress, Account.generate().accountAddress];

beforeAll(async () => {
  net = await startLocalNetwork();
  aptos = new Aptos(new AptosConfig(net.settings));
  fresh = await net.snapshot();
});
// Every test finds the network as it began.
beforeEach(() => fresh.restore());
afterAll(() => net[Symbol.asyncDispose]());

const payer = (): Account => Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(net.accounts[0]!.privateKey) });

test("everybody is paid", async () => {
  expect(await payTeam(aptos, payer(), team, 1_000)).toEqual(new Map());
  for (const accountAddress of team) expect(await aptos.getAccountAPTAmount({ accountAddress })).toBe(1_000);
});

test("who cannot be paid is named, with the reason", async () => {
  await net.setBalance(payer().accountAddress.toString(), 300_000_000n);
  const failures = await payTeam(aptos, payer(), team, 200_000_000);
  expect([...failures]).toEqual([[team[1], expect.stringContaining("EINSUFFICIENT_BALANCE")]]);
});

test("a month later it still works", async () => {
  await net.time.increase(30 * 24 * 3_600);
  expect(await payTeam(aptos, payer(), team, 1)).toEqual(new Map());
});
