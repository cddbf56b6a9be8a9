// A whole network inside a page: the real framework, the Move machine, blocks. There is no server but the one of the page's files.
import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";

const controls = document.querySelector("fieldset") as HTMLFieldSetElement;
const shown = document.querySelector("#shown") as HTMLElement;
const bob = "0xb0b";

async function pay(net: LocalNetwork, octas: bigint): Promise<string> {
  const [alice] = net.accounts;
  const payment = { function: "0x1::aptos_account::transfer", arguments: [bob, `${octas}`] };
  const { success, abort, gasUsed } = await net.send({ sender: alice!, ...payment });
  return success ? `paid, for ${gasUsed} units of gas` : `refused: ${abort?.name}`;
}

async function describe(net: LocalNetwork): Promise<string> {
  const [balance] = await net.view({
    function: "0x1::coin::balance",
    typeArguments: ["0x1::aptos_coin::AptosCoin"],
    arguments: [bob],
  });
  const ledger = (await (await net.fetch(net.url)).json()) as { readonly block_height: string };
  const time = await net.time.now();
  return `bob has ${balance}\nblock ${ledger.block_height}\n${time.toISOString()}`;
}

// With a time of its own the network is the same in every visit.
const net = await startLocalNetwork({ startTime: new Date("2026-01-01T00:00:00Z") });
const start = await net.snapshot();

/** What the buttons do. Each says what happened. */
const actions: Readonly<Record<string, () => Promise<string>>> = {
  pay: () => pay(net, 7n),
  overpay: () => pay(net, 10n ** 18n),
  wait: async () => {
    await net.time.increase(24 * 3_600);
    return "a day has passed";
  },
  back: async () => {
    await start.restore();
    return "back at the start";
  },
};

async function show(happened: string): Promise<void> {
  shown.textContent = `${happened}\n${await describe(net)}`;
}

controls.addEventListener("click", async ({ target }) => {
  const action = actions[(target as HTMLButtonElement).name];
  if (action === undefined) return;
  controls.disabled = true;
  await show(await action());
  controls.disabled = false;
});
await show("started");
controls.disabled = false;
