import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "@ledger/api-core";
import type { LedgerReader } from "@ledger/state-store";

/** A call that needs the code that most calls need: coins, fungible assets, objects, accounts. */
const usualCall = {
  function: "0x1::coin::balance",
  type_arguments: ["0x1::aptos_coin::AptosCoin"],
  arguments: ["0x1"],
};

/** Looks at a ledger that does not begin, and the milliseconds between two of them. */
const [mostLooks, betweenLooks] = [240, 250];

/**
 * Makes a call before the first one of a client comes, once there is a ledger: the modules on its way are decoded, checked and linked then.
 * That is done once in a thread, and takes much longer than the call.
 *
 * @param store - asked for nothing but whether there is a ledger with its whole state: of another one, upstreams would be asked
 */
export async function warmUp(api: Api, store: Pick<LedgerReader, "summary">): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    const ledger = await store.summary();
    if (ledger?.base?.state === "partial") return;
    if (ledger !== undefined) {
      const body = new TextEncoder().encode(JSON.stringify(usualCall));
      await api.answerHere("view", {
        params: {},
        query: new URLSearchParams(),
        contentType: "application/json",
        body,
      });
      return;
    }
    await delay(betweenLooks, undefined, { ref: false });
  }
}
