import { demoShop, net, print } from "playground";

// Five modules with their sources: drinks, beans, cups, vouchers, shelves.
await net.fund("0xcafe", 1_000_000_000n);
const owner = await net.impersonate("0xcafe");
const published = await net.deploy({ sender: owner, ...demoShop });
print(`published: ${published.status}, ${published.gasUsed} units of gas`);

const [guest, barista] = net.accounts;
const order = {
  function: "0xcafe::shop::place_order",
  arguments: ["latte", 2, { vec: ["hazelnut"] }, { vec: ["1000"] }, false],
};
const ordered = await net.send({ sender: guest, ...order });
const { ticket, total } = ordered.events.find(({ type }) => type === "0xcafe::shop::OrderPlaced").data;
print(`order ${ticket.number}: ${total} octas`);

const serve = { sender: barista, function: "0xcafe::shop::serve", arguments: [ticket.counter, ticket.number] };
await net.send(serve);
const [found] = await net.view({ function: "0xcafe::shop::find_order", arguments: serve.arguments });
print("served:", found);

const { abort } = await net.send(serve);
print(`served twice: ${abort.name}: ${abort.description}`);
