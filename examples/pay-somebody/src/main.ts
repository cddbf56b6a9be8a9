// Funds an account of the local network, and pays another one: node src/main.ts [NODE]
import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";

const [root = "http://127.0.0.1:8080"] = process.argv.slice(2);
const aptos = new Aptos(
  new AptosConfig({
    network: Network.CUSTOM,
    fullnode: `${root}/v1`,
    faucet: root,
    indexer: `${root}/v1/graphql`,
  }),
);

const [alice, bob] = [Account.generate(), Account.generate()];
await aptos.fundAccount({ accountAddress: alice.accountAddress, amount: 1_000_000_000 });

const transaction = await aptos.transferCoinTransaction({
  sender: alice.accountAddress,
  recipient: bob.accountAddress,
  amount: 1_000,
});
const [simulation] = await aptos.transaction.simulate.simple({ signerPublicKey: alice.publicKey, transaction });
process.stdout.write(`it would use ${simulation?.gas_used} units of gas: ${simulation?.vm_status}\n`);

const { hash } = await aptos.signAndSubmitTransaction({ signer: alice, transaction });
const { version, gas_used } = await aptos.waitForTransaction({ transactionHash: hash });
process.stdout.write(`it is version ${version}, and used ${gas_used}\n`);

const balance = await aptos.getAccountAPTAmount({ accountAddress: bob.accountAddress });
process.stdout.write(`bob has ${balance} (in units of 10^-8)\n`);
