import { net, print } from "playground";

const balance = async () => {
  const typeArguments = ["0x1::aptos_coin::AptosCoin"];
  const [octas] = await net.view({ function: "0x1::coin::balance", typeArguments, arguments: ["0xb0b"] });
  return octas;
};

const before = await net.snapshot();
const started = await balance();
await net.fund("0xb0b", 500n);
print(`bob has ${started}, then ${await balance()}`);
await before.restore();
print(`and ${await balance()} again: a snapshot can be restored any number of times`);
