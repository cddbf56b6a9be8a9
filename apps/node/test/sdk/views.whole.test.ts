import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { composeNode } from "@ledger/node-process/compose-node";
import { vectorPath } from "@ledger/vectors";
import { createSurfClient } from "@thalalabs/surf";
import { beforeAll, describe, expect, test } from "vitest";
import { openSharedNode } from "../support/open-shared-node.ts";
import { shareNode } from "../support/share-node.ts";
import { refusalOf } from "./support/refusal.ts";

// What clients do with view functions, over HTTP, on the framework as a public network published it.

// The client takes short addresses for special accounts only.
const rich: `0x${string}` = `0x${"a550c18".padStart(64, "0")}`;
const nobody: `0x${string}` = `0x${"beef".padStart(64, "0")}`;
const apt = "0x1::aptos_coin::AptosCoin";

/** Of the published interface of `0x1::coin`, what the typed client needs. */
const coinAbi = {
  address: "0x1",
  name: "coin",
  friends: [],
  exposed_functions: [
    {
      name: "balance",
      visibility: "public",
      is_entry: false,
      is_view: true,
      generic_type_params: [{ constraints: [] }],
      params: ["address"],
      return: ["u64"],
    },
    {
      name: "symbol",
      visibility: "public",
      is_entry: false,
      is_view: true,
      generic_type_params: [{ constraints: [] }],
      params: [],
      return: ["0x1::string::String"],
    },
  ],
  structs: [],
} as const;

const prefixed = shareNode((place) =>
  composeNode(...place, "--genesis", vectorPath("genesis/devnet-2025-11.genesis.blob"), "--header-prefix", "X-Aptos-"),
);

describe.each([
  { family: "the default headers", open: () => openSharedNode("devnet-genesis"), prefix: "X-SVC-" },
  { family: "--header-prefix X-Aptos-", open: () => prefixed.running(), prefix: "X-Aptos-" },
])("with $family", ({ open, prefix }) => {
  let node: { readonly url: string };
  let aptos: Aptos;
  let balance: bigint;

  beforeAll(async () => {
    node = await open();
    aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${node.url}/v1` }));
    const stored = await fetch(`${node.url}/v1/accounts/${rich}/balance/${apt}`);
    balance = BigInt(await stored.text());
  });

  const payload = {
    function: "0x1::coin::balance",
    typeArguments: [apt],
    functionArguments: [rich],
  } as const;

  test("view, which asks in BCS", async () => {
    expect(balance).toBeGreaterThan(0n);
    expect(await aptos.view({ payload: { ...payload, typeArguments: [apt], functionArguments: [rich] } })).toEqual([
      balance.toString(),
    ]);
  });

  test("viewJson", async () => {
    expect(await aptos.viewJson({ payload: { ...payload, typeArguments: [apt], functionArguments: [rich] } })).toEqual([
      balance.toString(),
    ]);
  });

  test("the balance calls", async () => {
    // The client answers in numbers, which is how it rounds.
    expect(await aptos.getAccountAPTAmount({ accountAddress: rich })).toBe(Number(balance));
    expect(await aptos.getAccountCoinAmount({ accountAddress: rich, coinType: apt })).toBe(Number(balance));
    expect(await aptos.getAccountAPTAmount({ accountAddress: nobody })).toBe(0);
  });

  test("typed views", async () => {
    const coin = createSurfClient(aptos).useABI(coinAbi);
    expect(await coin.view.balance({ typeArguments: [apt], functionArguments: [rich] })).toEqual([balance.toString()]);
    expect(await coin.view.symbol({ typeArguments: [apt], functionArguments: [] })).toEqual(["APT"]);
  });

  test("an abort, by its name", async () => {
    const request = aptos.view({
      payload: {
        function: "0x1::account::get_rotation_capability_offer_for",
        functionArguments: [nobody],
      },
    });
    const { status, data } = await refusalOf(request);
    expect([status, data.error_code, data.vm_error_code]).toEqual([400, "invalid_input", 4016]);
    expect(data.message).toMatch(/^Move abort in 0x1::account: ENO_SUCH_ROTATION_CAPABILITY_OFFER\(0x60012\): /);
  });

  test("the gas is told", async () => {
    const response = await fetch(`${node.url}/v1/view`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ function: payload.function, type_arguments: [apt], arguments: [rich] }),
    });
    expect(Number(response.headers.get(`${prefix}GAS-USED`))).toBeGreaterThan(0);
  });
});
