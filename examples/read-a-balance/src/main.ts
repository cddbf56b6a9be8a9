// Reads an account through the official SDK: node src/main.ts [API] [ACCOUNT]
import { AccountAddress, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";

const [fullnode = "http://127.0.0.1:8080/v1", address = "0x1"] = process.argv.slice(2);
// The SDK takes short addresses of its framework only, unless it is told otherwise.
const accountAddress = AccountAddress.from(address, { maxMissingChars: 63 });
const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode }));

const ledger = await aptos.getLedgerInfo();
process.stdout.write(`chain ${ledger.chain_id}, version ${ledger.ledger_version}\n`);

const account = await aptos.getAccountInfo({ accountAddress });
process.stdout.write(`account ${address}, sequence number ${account.sequence_number}\n`);

// A view function: the node runs the framework's own code on the state that it holds.
const [balance] = await aptos.view<[string]>({
  payload: {
    function: "0x1::coin::balance",
    typeArguments: ["0x1::aptos_coin::AptosCoin"],
    functionArguments: [accountAddress],
  },
});
process.stdout.write(`balance ${balance} (in units of 10^-8)\n`);
