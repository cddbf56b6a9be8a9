import { bool, bytes, i64, option, string, u8, u16, u32, u64, u128, u256, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";
import { SHOP_ADDRESS } from "../accounts.ts";
import { abort } from "../effects/abort.ts";
import { APT, transferPaired } from "../effects/coin.ts";
import {
  type Card,
  type Drink,
  orderEvent,
  orderPlaced,
  orderTable,
  ratingTable,
  regularTable,
  served,
  shop,
  survey,
  type Ticket,
} from "../resources/shop.ts";
import type { Session } from "../state/session.ts";
import { type CallContext, entryFunction } from "./entry-function.ts";

/** Tickets are numbered on a roll of this length, then again from the start: the order table does not grow further. */
export const TICKETS = 48;
/** Visits that a card remembers. */
const CARD_VISITS = 5;
/** Octas for a drink that is not on the menu. */
const DEFAULT_PRICE = 400_000n;

/** Orders one drink, pays for it, and takes a ticket. */
export const placeOrder = entryFunction(
  "0xcafe::shop::place_order",
  [string, u8, option(string), option(u64), bool],
  (context, name, shots, syrup, tip, toGo) => {
    order(context, context.sender, [mix(name, shots, syrup)], name, tip, toGo);
  },
);

/** Two customers order the same; the first one pays. */
export const shareDrink = entryFunction("0xcafe::shop::share", [string], (context, name) => {
  order(context, context.sender, [mix(name, 1, undefined), mix(name, 2, undefined)], name, undefined, false);
  for (const guest of context.cosigners) stamp(context, guest, mix(name, 1, undefined), 0n);
});

/** Hands an order out. */
export const serve = entryFunction(
  "0xcafe::shop::serve",
  [u8, u32, u32],
  ({ session, sender }, counter, number, afterSecs) => {
    const orders = orderTable(session.read(SHOP_ADDRESS, shop).orders);
    const ticket = { counter, number };
    const placed = session.findItem(orders, ticket);
    if (placed === undefined) abort("not_found", "0xcafe::shop", "EORDER_NOT_FOUND");
    if (placed.status.kind === "Served") abort("invalid_state", "0xcafe::shop", "EALREADY_SERVED");
    session.writeItem(orders, ticket, { ...placed, status: { kind: "Served", value: { by: sender, afterSecs } } });
    session.emit(served, { kind: "V2", value: { ticket, by: sender, afterSecs } });
  },
);

/** Throws a ticket away, with its order. */
export const discard = entryFunction("0xcafe::shop::discard", [u8, u32], ({ session }, counter, number) => {
  const orders = orderTable(session.read(SHOP_ADDRESS, shop).orders);
  if (session.findItem(orders, { counter, number }) === undefined) {
    abort("not_found", "0xcafe::shop", "EORDER_NOT_FOUND");
  }
  session.removeItem(orders, { counter, number });
});

/** Rates drinks, each with one to five stars; the ratings of a drink are a byte string. */
export const rate = entryFunction("0xcafe::shop::rate", [vector(string), bytes], ({ session }, drinks, stars) => {
  const ratings = ratingTable(session.read(SHOP_ADDRESS, shop).ratings);
  for (const [i, drink] of drinks.entries()) {
    const latest = session.findItem(ratings, drink) ?? new Uint8Array();
    session.writeItem(ratings, drink, Uint8Array.of(...latest, stars[i] ?? 0).slice(-16));
  }
});

/** Leaves an answer of every type. */
export const answerSurvey = entryFunction(
  "0xcafe::shop::answer_survey",
  [bool, u8, u16, u32, u64, u128, u256, i64, Address, bytes, vector(string), vector(vector(u64)), option(u64), Address],
  (
    { session, sender },
    again,
    stars,
    minutes,
    cups,
    paid,
    happiness,
    seed,
    mood,
    cameFrom,
    picture,
    words,
    grid,
    nextVisit,
    paidWith,
  ) => {
    session.write(sender, survey, {
      again,
      stars,
      minutes,
      cups,
      paid,
      happiness,
      seed,
      mood,
      cameFrom,
      picture,
      words: [...words],
      grid: grid.map((row) => [...row]),
      nextVisit,
      paidWith,
    });
  },
);

function order(
  context: CallContext,
  customer: Address,
  drinks: Drink[],
  name: string,
  tip: bigint | undefined,
  toGo: boolean,
): void {
  const { session, nowUsecs } = context;
  const state = session.read(SHOP_ADDRESS, shop);
  if (!state.open) abort("invalid_state", "0xcafe::shop", "ECLOSED");
  const price = state.prices.find(({ key }) => key === name)?.value ?? DEFAULT_PRICE;
  const total = price * BigInt(drinks.length) + (tip ?? 0n);
  transferPaired(session, APT, customer, SHOP_ADDRESS, total);
  const ticket: Ticket = { counter: toGo ? 1 : 0, number: state.nextNumber };
  const orderEvents = session.emitTo(state.orderEvents, orderEvent, { ticket, customer, total });
  session.emit(orderPlaced, { ticket, customer, drinks, total });
  session.writeItem(orderTable(state.orders), ticket, {
    customer,
    drinks,
    total,
    tip,
    toGo,
    placedAt: nowUsecs / 1_000_000n,
    status: { kind: "Open" },
  });
  session.write(SHOP_ADDRESS, shop, { ...state, nextNumber: (state.nextNumber + 1) % TICKETS, orderEvents });
  stamp(context, customer, drinks[0]!, total);
}

/** Marks a visit on a customer's card, which the first visit makes. */
function stamp({ session, nowUsecs }: CallContext, customer: Address, drink: Drink, total: bigint): void {
  const { regulars } = session.read(SHOP_ADDRESS, shop);
  const cards = regularTable(regulars.handle);
  const card = session.findItem(cards, customer) ?? newCard(session);
  session.writeItem(cards, customer, {
    stamps: (card.stamps + 1) % 10,
    points: card.points + total,
    favourite: card.stamps % 3 === 0 ? drink : card.favourite,
    visits: [...card.visits, nowUsecs / 1_000_000n].slice(-CARD_VISITS),
  });
}

function newCard(session: Session): Card {
  session.update(SHOP_ADDRESS, shop, (state) => ({
    ...state,
    regulars: { ...state.regulars, length: state.regulars.length + 1n },
  }));
  return { stamps: 0, points: 0n, favourite: undefined, visits: [] };
}

function mix(name: string, shots: number, syrup: string | undefined): Drink {
  if (name === "tea") return { kind: "Tea", value: ["Earl Grey", 180 + shots] };
  if (name === "espresso") return { kind: "Espresso", value: { shots } };
  const milk = shots === 1 ? ({ kind: "Whole" } as const) : ({ kind: "Oat", value: { barista: shots > 2 } } as const);
  return { kind: "Latte", value: { shots, milk: shots === 0 ? { kind: "None" } : milk, syrup } };
}
