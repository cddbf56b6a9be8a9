import { gasReport, net, print } from "playground";

const payment = { function: "0x1::aptos_account::transfer", arguments: [net.accounts[1].address, "7"] };
for (const sender of net.accounts.slice(0, 3)) await net.send({ sender, ...payment });
print(await gasReport());
