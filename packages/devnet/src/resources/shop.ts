import {
  bool,
  bytes,
  type Codec,
  enumeration,
  type Infer,
  i64,
  option,
  string,
  struct,
  tuple,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  unit,
  vector,
} from "@ledger/bcs";
import { Address, EventHandle } from "@ledger/types";
import { objectResourceType, resourceType } from "../state/resource-type.ts";
import { eventType, type Table } from "../state/session.ts";

const Milk = enumeration("Milk", { None: unit, Whole: unit, Oat: struct("Oat", { barista: bool }) });

/** `0xcafe::shop::Drink`. */
export const Drink = enumeration("Drink", {
  Espresso: struct("Espresso", { shots: u8 }),
  Latte: struct("Latte", { shots: u8, milk: Milk, syrup: option(string) }),
  Tea: tuple([string, u16]),
});
/** A value of {@link Drink}. */
export type Drink = Infer<typeof Drink>;

/** `0xcafe::shop::Ticket`: the key of the order table. */
export const Ticket = struct("Ticket", { counter: u8, number: u32 });
/** A value of {@link Ticket}. */
export type Ticket = Infer<typeof Ticket>;

/** `0xcafe::shop::Order`. */
export const Order = struct("Order", {
  customer: Address,
  drinks: vector(Drink),
  total: u64,
  tip: option(u64),
  toGo: bool,
  placedAt: u64,
  status: enumeration("Status", { Open: unit, Served: struct("Served", { by: Address, afterSecs: u32 }) }),
});
/** A value of {@link Order}. */
export type Order = Infer<typeof Order>;

/** `0xcafe::shop::Card`: what the shop knows of a regular. */
export const Card = struct("Card", { stamps: u16, points: u128, favourite: option(Drink), visits: vector(u64) });
/** A value of {@link Card}. */
export type Card = Infer<typeof Card>;

/** `0xcafe::shop::Shop`. */
export const shop = resourceType(
  "0xcafe::shop::Shop",
  struct("Shop", {
    name: string,
    open: bool,
    prices: vector(struct("Element", { key: string, value: u64 })),
    orders: Address,
    regulars: struct("TableWithLength", { handle: Address, length: u64 }),
    ratings: Address,
    nextNumber: u32,
    orderEvents: EventHandle,
  }),
);

/** The orders, by ticket. */
export const orderTable = (handle: Address): Table<Ticket, Order> => ({ handle, key: Ticket, value: Order });
/** The cards, by customer. */
export const regularTable = (handle: Address): Table<Address, Card> => ({ handle, key: Address, value: Card });
/** The latest stars of each drink, one byte each. */
export const ratingTable = (handle: Address): Table<string, Uint8Array> => ({ handle, key: string, value: bytes });

/** `0xcafe::shop::Survey`: one field of every type that a call can carry. */
const Survey = struct("Survey", {
  again: bool,
  stars: u8,
  minutes: u16,
  cups: u32,
  paid: u64,
  happiness: u128,
  seed: u256,
  mood: i64,
  cameFrom: Address,
  picture: bytes,
  words: vector(string),
  grid: vector(vector(u64)),
  nextVisit: option(u64),
  paidWith: Address,
});
/** What an account answered last. */
export const survey = resourceType("0xcafe::shop::Survey", Survey);

/** The handle event of an order. */
export const orderEvent = eventType(
  "0xcafe::shop::OrderEvent",
  struct("OrderEvent", { ticket: Ticket, customer: Address, total: u64 }),
);
/** The module event of an order. */
export const orderPlaced = eventType(
  "0xcafe::shop::OrderPlaced",
  struct("OrderPlaced", { ticket: Ticket, customer: Address, drinks: vector(Drink), total: u64 }),
);
/** An order was handed out. */
export const served = eventType(
  "0xcafe::shop::Served",
  enumeration("Served", {
    V1: struct("V1", { ticket: Ticket, by: Address }),
    V2: struct("V2", { ticket: Ticket, by: Address, afterSecs: u32 }),
  }),
);

/** A box of goods. */
function Crate<T>(good: Codec<T>): Codec<{ goods: readonly T[]; sealed: boolean }> {
  return struct("Crate", { goods: vector(good), sealed: bool }) as Codec<{ goods: readonly T[]; sealed: boolean }>;
}

const Beans = struct("Beans", { grams: u64, origin: string });

/** Beans on a shelf, by the kind of the shelf. */
export const beanShelf = (kind: string) =>
  resourceType(
    `0xcafe::stock::Shelf<${kind}, 0xcafe::stock::Beans>`,
    struct("Shelf", { label: string, crates: vector(Crate(Beans)), spare: option(Crate(Beans)) }),
  );

const Glaze = enumeration("Glaze", {
  Raw: unit,
  Celadon: struct("Celadon", { tone: u8 }),
  Gold: struct("Gold", { leaves: vector(u16) }),
});
/** A value of the enum `0xcafe::cup::Glaze`. */
export type Glaze = Infer<typeof Glaze>;

/** A cup: an object that is fired, changes hands and is smashed. */
export const cup = objectResourceType("0xcafe::cup::Cup", struct("Cup", { name: string, glaze: Glaze, firedAt: u64 }));
/** A cup was made. */
export const cupFired = eventType(
  "0xcafe::cup::Fired",
  struct("Fired", { cup: Address, potter: Address, glaze: Glaze }),
);
/** A cup is no more. */
export const cupSmashed = eventType("0xcafe::cup::Smashed", struct("Smashed", { cup: Address, owner: Address }));
