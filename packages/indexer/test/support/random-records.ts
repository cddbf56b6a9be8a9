import type { Random } from "@ledger/random";
import { type Json, objectGroup, pairedMetadata, primaryStore, wide } from "../second/plain-record.ts";
import { type MadeEvent, type MadeRecord, type MadeWrite, makeRecord, type Resources } from "./made-record.ts";

// Records in which the resources of a token, a store or a collection are written, removed and absent in every combination, while the
// events tell of what may and what may not have happened to it. Most could not come from the framework; a rule holds for them too.

/** Kinds of objects, each with the members whose every combination is made. */
const members = {
  token: [
    "0x1::object::ObjectCore",
    "0x4::token::Token",
    "0x4::token::TokenIdentifiers",
    "0x4::property_map::PropertyMap",
    "0x1::object::Untransferable",
    "0x1::fungible_asset::Metadata",
    "0x5::app::Member",
  ],
  store: [
    "0x1::object::ObjectCore",
    "0x1::fungible_asset::FungibleStore",
    "0x1::fungible_asset::ConcurrentFungibleBalance",
    "0x1::object::Untransferable",
    "0x5::app::Member",
  ],
  asset: [
    "0x1::object::ObjectCore",
    "0x1::fungible_asset::Metadata",
    "0x1::fungible_asset::Supply",
    "0x1::fungible_asset::ConcurrentSupply",
    "0x5::app::Member",
  ],
  collection: [
    "0x1::object::ObjectCore",
    "0x4::collection::Collection",
    "0x4::collection::FixedSupply",
    "0x4::collection::UnlimitedSupply",
    "0x4::collection::ConcurrentSupply",
    "0x4::aptos_token::AptosCollection",
    "0x5::app::Member",
  ],
} as const;

/** What a transaction does to an object: to its group, to a resource of its own key, and to a group of another package. */
interface Combination {
  readonly kind: keyof typeof members;
  /** Members of the group as it is written: a bit for each; 0 where the group is removed, -1 where it is not touched. */
  readonly written: number;
  readonly own: Fate;
  readonly other: Fate;
}

const fates = ["absent", "written", "removed"] as const;
type Fate = (typeof fates)[number];

/** Every combination, once. */
const combinations: readonly Combination[] = Object.entries(members).flatMap(([kind, list]) =>
  Array.from({ length: 2 ** list.length + 1 }, (_, place) => place - 1).flatMap((written) =>
    fates.flatMap((own) => fates.map((other) => ({ kind: kind as keyof typeof members, written, own, other }))),
  ),
);

const address = (digit: string): string => `0x${digit.repeat(64)}`;
const people = [..."1234"].map(address) as readonly string[];
const apt = "0x1::aptos_coin::AptosCoin";
const coins = [apt, "0x5::app::Coin"];
const assets = [wide("0xa"), address("e"), pairedMetadata(coins[1]!)];
const collections = [address("c"), address("f")];

/** Addresses that are likely to be those of the case: stores are primary ones at times. */
function objectsOf(random: Random): readonly string[] {
  return [
    address("7"),
    address("8"),
    random.once(3) ? primaryStore(random.pick(people), random.pick(assets)) : address("9"),
  ];
}

/**
 * Makes the records of a case: one to three transactions that touch the same few objects. The first object of the last one has the
 * combination of the case's number.
 */
export function randomRecords(random: Random, number: number): readonly MadeRecord[] {
  const objects = objectsOf(random);
  const length = 1 + random.below(3);
  return Array.from({ length }, (_, place) => {
    const first = place === length - 1 ? combinationOf(number) : random.pick(combinations);
    const version = 10 * number + place + 1;
    const touched = objects.slice(0, 1 + random.below(objects.length));
    const writes = [
      ...touched.flatMap((object, each) =>
        objectWrites(random, object, each === 0 ? first : random.pick(combinations)),
      ),
      ...people.filter(() => random.once(3)).flatMap((person) => coinWrites(random, person)),
      ...(random.once(6) ? [coinInfo(random)] : []),
    ];
    const events = randomEvents(random, touched);
    if (random.once(10)) return makeRecord({ version, writes, events });
    return makeRecord({ version, sender: random.pick(people), isFailed: random.once(10), writes, events });
  });
}

/** Neighbours are far from each other: a few cases are of all kinds of objects. */
const combinationOf = (number: number): Combination => combinations[(number * 1021) % combinations.length]!;

function objectWrites(random: Random, object: string, { kind, written, own, other }: Combination): MadeWrite[] {
  const list: readonly string[] = members[kind];
  const held = list.filter((_, bit) => written > 0 && (written >> bit) % 2 === 1);
  const group = Object.fromEntries(held.map((type) => [type, resource(random, type, object)]));
  return [
    ...(written < 0 ? [] : [write(object, objectGroup, written === 0 ? "removed" : "written", group)]),
    ...(own === "absent" ? [] : [write(object, "0x5::app::Mark", own, { "0x5::app::Mark": { value: "1" } })]),
    ...(other === "absent" ? [] : [write(object, "0x5::app::Group", other, { "0x5::app::Item": { value: "2" } })]),
  ];
}

function write(at: string, type: string, fate: Fate, resources: Resources): MadeWrite {
  return fate === "written" ? { address: at, type, written: resources } : { address: at, type };
}

function coinWrites(random: Random, person: string): MadeWrite[] {
  const removed = random.once(4) ? random.pick(coins) : undefined;
  return coins
    .filter(() => random.chance(0.6))
    .map((coin): MadeWrite => {
      const type = `0x1::coin::CoinStore<${coin}>`;
      if (coin === removed) return { address: person, type };
      const place = coins.indexOf(coin);
      const store = {
        coin: { value: amount(random) },
        frozen: random.once(4),
        deposit_events: handle(person, 2 + 2 * place),
        withdraw_events: handle(person, 3 + 2 * place),
      };
      return { address: person, type, written: { [type]: store } };
    });
}

function coinInfo(random: Random): MadeWrite {
  const aggregator = { handle: address("b"), key: `0x619${"d".repeat(60)}`, limit: `${2n ** 128n - 1n}` };
  const integer = { value: amount(random), limit: "9000" };
  const supply = random.pick([
    [],
    [{ aggregator: { vec: [aggregator] }, integer: { vec: [] } }],
    [{ aggregator: { vec: [] }, integer: { vec: [integer] } }],
  ]);
  const type = `0x1::coin::CoinInfo<${coins[1]}>`;
  const info = { name: "Coin", symbol: "C", decimals: 8, supply: { vec: supply } };
  return { address: "0x5", type, written: { [type]: info } };
}

const amount = (random: Random): string => `${random.below(1_000)}`;
const handle = (addr: string, number: number): Json => ({
  counter: "0",
  guid: { id: { creation_num: `${number}`, addr } },
});
const name = (random: Random): string => random.pick(["", "a", "Zoë", "long ".repeat(9)]);

/** A resource with random content. */
function resource(random: Random, type: string, object: string): Json {
  const events = handle(object, 1);
  switch (type) {
    case "0x1::object::ObjectCore":
      return {
        guid_creation_num: "1125899906842624",
        owner: random.pick([...people, address("7")]),
        allow_ungated_transfer: random.once(2),
        transfer_events: events,
      };
    case "0x1::object::Untransferable":
      return { dummy_field: false };
    case "0x1::fungible_asset::FungibleStore":
      return { metadata: { inner: random.pick(assets) }, balance: amount(random), frozen: random.once(3) };
    case "0x1::fungible_asset::ConcurrentFungibleBalance":
      return { balance: { value: amount(random), max_value: "18446744073709551615" } };
    case "0x1::fungible_asset::Metadata":
      return { name: name(random), symbol: "S", decimals: random.below(19), icon_uri: name(random), project_uri: "" };
    case "0x1::fungible_asset::Supply":
      return { current: amount(random), maximum: { vec: random.once(2) ? [] : ["9000"] } };
    case "0x1::fungible_asset::ConcurrentSupply":
      return { current: { value: amount(random), max_value: `${2n ** 128n - 1n}` } };
    case "0x4::token::Token":
      return {
        collection: { inner: random.pick(collections) },
        index: "1",
        description: name(random),
        name: name(random),
        uri: name(random),
        mutation_events: events,
      };
    case "0x4::token::TokenIdentifiers":
      return { index: { value: "1" }, name: { value: name(random), padding: "0x00" } };
    case "0x4::property_map::PropertyMap":
      return { inner: { data: random.pick(properties) } };
    case "0x4::collection::Collection":
      return {
        creator: random.pick(people),
        description: "d",
        name: name(random),
        uri: name(random),
        mutation_events: events,
      };
    case "0x4::collection::FixedSupply":
      return {
        current_supply: amount(random),
        max_supply: "900",
        total_minted: "950",
        burn_events: events,
        mint_events: events,
      };
    case "0x4::collection::UnlimitedSupply":
      return { current_supply: amount(random), total_minted: "960", burn_events: events, mint_events: events };
    case "0x4::collection::ConcurrentSupply":
      return {
        current_supply: { value: amount(random), max_value: random.pick(["970", `${2n ** 64n - 1n}`]) },
        total_minted: { value: "980", max_value: `${2n ** 64n - 1n}` },
      };
    case "0x4::aptos_token::AptosCollection":
      return { ...settings, mutable_description: random.once(2), mutable_uri: random.once(2) };
    default:
      return { value: amount(random) };
  }
}

const properties: readonly Json[] = [
  [],
  [
    { key: "flag", value: { type: 0, value: "0x01" } },
    { key: "level", value: { type: 4, value: "0x0700000000000000" } },
    { key: "raw", value: { type: 8, value: "0x02abcd" } },
    { key: "text", value: { type: 9, value: "0x026869" } },
  ],
];

const settings = {
  mutator_ref: { vec: [] },
  royalty_mutator_ref: { vec: [] },
  mutable_token_description: false,
  mutable_token_name: false,
  mutable_token_properties: false,
  mutable_token_uri: false,
  tokens_burnable_by_creator: false,
  tokens_freezable_by_creator: false,
};

/** Kinds of events, all but those that are made at most once. */
const kinds = ["mint", "mutate", "transfer", "withdraw", "deposit", "freeze", "coin"] as const;

/** A few events of any kinds, and at most one burn and one removal of a store for each object. */
function randomEvents(random: Random, objects: readonly string[]): readonly MadeEvent[] {
  const common = Array.from({ length: random.below(5) }, () =>
    randomEvent(random, random.pick(kinds), random.pick(objects)),
  );
  const ends = objects.flatMap((object) => [
    ...(random.once(2) ? [burn(random, object)] : []),
    ...(random.once(3) ? [storeDeletion(random, object)] : []),
  ]);
  return [...common, ...ends];
}

function randomEvent(random: Random, kind: (typeof kinds)[number], object: string): MadeEvent {
  const isOld = random.once(2);
  const account = random.pick([object, ...collections]);
  const collection = random.pick(collections);
  const [from, to, person] = [random.pick(people), random.pick(people), random.pick(people)];
  switch (kind) {
    case "mint":
      return isOld
        ? { type: "0x4::collection::MintEvent", data: { index: "1", token: object }, account: collection }
        : { type: "0x4::collection::Mint", data: { collection, index: { value: "1" }, token: object } };
    case "mutate": {
      const data = { mutated_field_name: "uri", old_value: name(random), new_value: name(random) };
      return isOld
        ? { type: "0x4::token::MutationEvent", data, account }
        : { type: "0x4::token::Mutation", data: { token_address: object, ...data } };
    }
    case "transfer": {
      const data = { object, from, to };
      return isOld
        ? { type: "0x1::object::TransferEvent", data, account: object }
        : { type: "0x1::object::Transfer", data };
    }
    case "freeze":
      return storeEvent("Frozen", isOld, object, { frozen: random.once(2) });
    case "withdraw":
      return storeEvent("Withdraw", isOld, object, { amount: amount(random) });
    case "deposit":
      return storeEvent("Deposit", isOld, object, { amount: amount(random) });
    case "coin": {
      const side = random.pick(["Withdraw", "Deposit"]);
      const data = { coin_type: random.pick(coins), account: person, amount: amount(random) };
      if (!isOld) return { type: `0x1::coin::Coin${side}`, data };
      const creationNumber = `${2 * (1 + random.below(2)) + (side === "Withdraw" ? 1 : 0)}`;
      return { type: `0x1::coin::${side}Event`, data: { amount: amount(random) }, account: person, creationNumber };
    }
  }
}

function storeEvent(event: string, isOld: boolean, store: string, data: Json): MadeEvent {
  return isOld
    ? { type: `0x1::fungible_asset::${event}Event`, data, account: store }
    : { type: `0x1::fungible_asset::${event}`, data: { store, ...data } };
}

function burn(random: Random, token: string): MadeEvent {
  const collection = random.pick(collections);
  return random.once(2)
    ? { type: "0x4::collection::BurnEvent", data: { index: "1", token }, account: collection }
    : { type: "0x4::collection::Burn", data: { collection, index: "1", token, previous_owner: random.pick(people) } };
}

function storeDeletion(random: Random, store: string): MadeEvent {
  const data = { store, owner: random.pick(people), metadata: random.pick(assets) };
  return { type: "0x1::fungible_asset::FungibleStoreDeletion", data };
}
