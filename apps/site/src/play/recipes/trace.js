import { flame, net, print } from "playground";

const payment = { function: "0x1::aptos_account::transfer", arguments: [net.accounts[1].address, "7"] };
const paid = await net.send({ sender: net.accounts[0], ...payment });
flame(await paid.trace("folded"));
print(await paid.trace("text"));
