import { Account } from "@aptos-labs/ts-sdk";
import { aptos, print } from "playground";

const artist = Account.generate();
await aptos.fundAccount({ accountAddress: artist.accountAddress, amount: 1_000_000_000 });

async function send(transaction) {
  const { hash } = await aptos.signAndSubmitTransaction({ signer: artist, transaction });
  return aptos.waitForTransaction({ transactionHash: hash });
}

const collection = { creator: artist, name: "Pages", description: "One for each", uri: "https://pages.example/" };
await send(await aptos.createCollectionTransaction(collection));
const token = {
  creator: artist,
  collection: "Pages",
  name: "Page 1",
  description: "The first",
  uri: "https://pages.example/1",
};
const minted = await send(await aptos.mintDigitalAssetTransaction(token));
const object = minted.changes.find(({ data }) => data?.type === "0x4::token::Token");
print(`minted at ${object.address}`);
print(object.data.data);
