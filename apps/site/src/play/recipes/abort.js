import { net, print } from "playground";

const [alice] = net.accounts;
const payment = { function: "0x1::aptos_account::transfer", arguments: ["0xb0b", `${10n ** 18n}`] };
const { success, abort, gasUsed } = await net.send({ sender: alice, ...payment });
print(success ? "paid" : `${abort.module} aborted with ${abort.name}: ${abort.description}`);
print(`it still paid for ${gasUsed} units of gas`);
