import { AccountAddress, type UserTransactionResponse } from "@aptos-labs/ts-sdk";
import { beforeAll, expect, test } from "vitest";
import type { LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// Digital assets, as the official client makes and moves them.

let local: LocalNode;
beforeAll(async () => {
  local = await openLocalNode();
});

test("a collection is created, a token is minted, and its owner gives it away", async () => {
  const { aptos } = local;
  const [creator, friend] = [await local.fund(), await local.fund()];
  const run = async (
    transaction: Awaited<ReturnType<typeof aptos.createCollectionTransaction>>,
  ): Promise<UserTransactionResponse> => {
    const { hash } = await aptos.signAndSubmitTransaction({ signer: creator, transaction });
    return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse;
  };
  const uri = "https://example.org/cups";
  const description = "Cups, one of each.";
  await run(await aptos.createCollectionTransaction({ creator, description, name: "Cups", uri }));
  const minted = await run(
    await aptos.mintDigitalAssetTransaction({ creator, collection: "Cups", description, name: "Cup 1", uri }),
  );
  const mint = minted.events.find(({ type }) => type === "0x4::collection::Mint");
  const token: string = mint?.data.token;
  const owner = async () => {
    const payload = {
      function: "0x1::object::owner" as const,
      typeArguments: ["0x4::token::Token" as const],
      functionArguments: [token],
    };
    return AccountAddress.from((await aptos.view<[string]>({ payload }))[0]).toStringLong();
  };
  expect(await owner()).toBe(creator.accountAddress.toStringLong());
  const { accountAddress: recipient } = friend;
  await run(await aptos.transferDigitalAssetTransaction({ sender: creator, digitalAssetAddress: token, recipient }));
  expect(await owner()).toBe(recipient.toStringLong());
  // What it asks of an indexer is answered from the state.
  expect(await aptos.getAccountCollectionsWithOwnedTokens({ accountAddress: recipient })).toMatchObject([
    { collection_name: "Cups", distinct_tokens: 1, current_collection: { current_supply: 1 } },
  ]);
  expect(await aptos.getAccountCollectionsWithOwnedTokens({ accountAddress: creator.accountAddress })).toEqual([]);
  expect(await aptos.getAccountOwnedTokens({ accountAddress: recipient })).toMatchObject([{ token_data_id: token }]);
  expect(await aptos.getAccountTokensCount({ accountAddress: recipient })).toBe(1);
  const core = await aptos.getAccountResource({ accountAddress: token, resourceType: "0x1::object::ObjectCore" });
  expect(AccountAddress.from(core.owner)).toEqual(recipient);
});
