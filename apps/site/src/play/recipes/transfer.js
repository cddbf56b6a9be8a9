import { Account } from "@aptos-labs/ts-sdk";
import { aptos, print } from "playground";

const [alice, bob] = [Account.generate(), Account.generate()];
await aptos.fundAccount({ accountAddress: alice.accountAddress, amount: 1_000_000_000 });

const transaction = await aptos.transaction.build.simple({
  sender: alice.accountAddress,
  data: { function: "0x1::aptos_account::transfer", functionArguments: [bob.accountAddress, 1_000] },
});
const { hash } = await aptos.signAndSubmitTransaction({ signer: alice, transaction });
const { version, gas_used } = await aptos.waitForTransaction({ transactionHash: hash });
print(`version ${version}, ${gas_used} units of gas`);
print(`bob has ${await aptos.getAccountAPTAmount({ accountAddress: bob.accountAddress })} octas`);
