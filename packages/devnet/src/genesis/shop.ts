import { SHOP_ADDRESS } from "../accounts.ts";
import { tableHandle } from "../effects/table.ts";
import { account } from "../resources/chain.ts";
import { newHandle } from "../resources/event-handle.ts";
import { shop } from "../resources/shop.ts";
import type { Session } from "../state/session.ts";

/** What is on the menu, and its price in octas. */
export const MENU = { espresso: 250_000n, latte: 420_000n, tea: 310_000n } as const;

/** Opens the shop. */
export function initializeShop(session: Session): void {
  const { guidCreationNum } = session.read(SHOP_ADDRESS, account);
  session.update(SHOP_ADDRESS, account, (held) => ({ ...held, guidCreationNum: guidCreationNum + 1n }));
  session.write(SHOP_ADDRESS, shop, {
    name: "Café du Ledger ☕",
    open: true,
    prices: Object.entries(MENU).map(([key, value]) => ({ key, value })),
    orders: tableHandle("orders"),
    regulars: { handle: tableHandle("regulars"), length: 0n },
    ratings: tableHandle("ratings"),
    nextNumber: 0,
    orderEvents: newHandle(SHOP_ADDRESS, guidCreationNum),
  });
}
