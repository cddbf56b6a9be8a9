import { string } from "@ledger/bcs";
import {
  type Address,
  addressesEqual,
  aptMetadataAddress,
  formatAddress,
  MultisigTransactionPayload,
} from "@ledger/types";
import * as calls from "./calls.ts";
import { entryFunction } from "./entry-function.ts";
import { describePackage } from "./packages/package-metadata.ts";
import { badgePackage, seasonPackage } from "./packages/packages.ts";
import type { Draw } from "./random.ts";
import { type Scene, voucherCoin, type Wish } from "./scene.ts";
import { publish } from "./setup.ts";
import type { Signer } from "./signers.ts";

/** Something that people want again and again. */
export interface Errand {
  readonly name: string;
  /** In each period of this many seconds… */
  readonly every: number;
  /** …in the one that leaves this remainder. */
  readonly at: number;
  request(scene: Scene): Wish | Promise<Wish>;
}

/** Tickets on the shop's roll. */
const tickets = 48;
/** Less than this is too little to go on with, in octas. */
const low = 100_00000000n;
/** Octas that the shop gives to a person who has too little. */
const gift = 1_000_00000000n;
/** More than any person has. */
const tooMuch = 10n ** 17n;
/** Gas units that no call gets by with. */
const tooLittleGas = 6n;
const fungibleMetadata = "0x1::fungible_asset::Metadata";
const cupType = "0xcafe::cup::Cup";
const cupNames = ["Moon", "River", "Stone", "Ember", "Willow", "Heron"];
const notes = ["crème", "", "二杯"];
const encoder = new TextEncoder();

/** Between one part in 50,000 and fifty: those who have more send more, so that none is ever left with nothing. */
const partOf = (balance: bigint, draw: Draw): bigint => (balance * BigInt(1 + draw.below(50))) / 50_000n;

/**
 * Who does what, and how often: about two transactions a second. Some fail at times, as they would elsewhere: an order that is
 * served twice, a purse that is too small, a shop that is closed.
 */
export const errands: readonly Errand[] = [
  {
    name: "send money",
    every: 5,
    at: 0,
    request: async ({ cast, view, draw }) => {
      const from = draw.pick(cast.customers);
      const amount = partOf(await view.balance(from.address), draw);
      return { sender: from, call: calls.transfer([draw.pickOther(cast.customers, from).address, amount]) };
    },
  },
  {
    name: "send money in any order",
    every: 10,
    at: 1,
    request: async ({ cast, view, draw }) => {
      const amount = partOf(await view.balance(cast.ada.address), draw);
      const to = draw.pick([cast.cafe, cast.ben, cast.eve]).address;
      const call = calls.transferFungible([aptMetadataAddress, to, amount], [fungibleMetadata]);
      return { sender: cast.ada, call, nonce: draw.u64() };
    },
  },
  {
    name: "order a drink",
    every: 6,
    at: 1,
    request: async ({ cast, draw, view }) => ({
      sender: draw.pick(cast.customers),
      call: calls.placeOrder([
        draw.pick((await view.findShop(cast.cafe.address))?.drinks ?? []),
        draw.below(4),
        draw.pick(["hazelnut", "vanille", undefined]),
        draw.pick([undefined, 50_000n]),
        draw.below(3) === 0,
      ]),
    }),
  },
  {
    // At times nothing was ordered at this counter, or the order is served already.
    name: "serve an order",
    every: 6,
    at: 2,
    request: async ({ cast, view, draw }) => {
      const shop = (await view.findShop(cast.cafe.address))!;
      const latest = (shop.nextNumber + tickets - 1) % tickets;
      const right = (await view.hasOrder(shop, 1, latest)) ? 1 : 0;
      const counter = draw.below(8) === 0 ? 1 - right : right;
      return { sender: draw.pick([cast.cafe, cast.eve]), call: calls.serve([counter, latest]) };
    },
  },
  {
    name: "throw an old ticket away",
    every: 16,
    at: 8,
    request: async ({ cast, view }) => {
      const shop = (await view.findShop(cast.cafe.address))!;
      for (let age = tickets; age > 4; age--) {
        const number = (shop.nextNumber + tickets - age) % tickets;
        for (const counter of [0, 1]) {
          if (await view.hasOrder(shop, counter, number)) {
            return { sender: cast.cafe, call: calls.discard([counter, number]) };
          }
        }
      }
      return undefined;
    },
  },
  {
    name: "rate drinks",
    every: 12,
    at: 4,
    request: async ({ cast, view, draw }) => {
      const { drinks } = (await view.findShop(cast.cafe.address))!;
      const stars = Uint8Array.from(drinks, () => 1 + draw.below(5));
      return { sender: draw.pick(cast.customers), call: calls.rate([drinks, stars]) };
    },
  },
  {
    name: "share a drink",
    every: 12,
    at: 6,
    request: ({ cast, draw }) => {
      const first = draw.pick(cast.customers);
      const cosigners = [draw.pickOther(cast.customers, first)];
      return { sender: first, cosigners, call: calls.shareDrink([draw.pick(["latte", "tea"])]) };
    },
  },
  {
    name: "tip by script",
    every: 12,
    at: 9,
    request: ({ cast, draw }) => ({
      sender: draw.pick(cast.customers),
      call: calls.tip(BigInt(1_000 + draw.below(90_000))),
    }),
  },
  {
    name: "answer the survey",
    every: 18,
    at: 11,
    request: ({ cast, draw, second }) => ({
      sender: draw.pick(cast.customers),
      call: calls.answerSurvey([
        draw.below(2) === 0,
        1 + draw.below(5),
        draw.below(600),
        draw.below(1_000_000),
        draw.u64(),
        draw.u64() * draw.u64(),
        draw.u64() ** 3n,
        draw.pick(cast.customers).address,
        encoder.encode(`picture ${second}`),
        notes.slice(draw.below(3)),
        [[BigInt(second)], [], [1n, 2n, 3n]],
        draw.pick([undefined, draw.u64()]),
        aptMetadataAddress,
      ]),
    }),
  },
  {
    name: "deliver beans",
    every: 20,
    at: 7,
    request: ({ cast, draw }) => ({
      sender: cast.cafe,
      call: calls.deliverBeans(
        [draw.pick(["Sidamo", "Huila"]), [BigInt(draw.below(1_000)), BigInt(draw.below(1_000))]],
        [draw.pick(["0xcafe::stock::Cups", "vector<u8>"])],
      ),
    }),
  },
  {
    name: "mint beans",
    every: 12,
    at: 5,
    request: ({ cast, draw }) => ({
      sender: cast.cafe,
      call: calls.mintBeans([draw.pick(cast.customers).address, BigInt(1 + draw.below(1_000_000))]),
    }),
  },
  {
    name: "send beans",
    every: 15,
    at: 10,
    request: async ({ cast, places, view, draw }) => {
      const from = await findHolder(cast.customers, places.bean, { view, draw });
      if (from === undefined) return undefined;
      const amount = 1n + partOf(await view.balance(from.address, places.bean), draw);
      const to = draw.pickOther(cast.customers, from).address;
      return { sender: from, call: calls.transferFungible([places.bean, to, amount], [fungibleMetadata]) };
    },
  },
  {
    name: "burn beans",
    every: 20,
    at: 14,
    request: async ({ cast, places, view, draw }) => {
      const from = await findHolder(cast.customers, places.bean, { view, draw });
      if (from === undefined) return undefined;
      return { sender: from, call: calls.burnBeans([1n + (await view.balance(from.address, places.bean)) / 4n]) };
    },
  },
  {
    name: "give vouchers",
    every: 15,
    at: 6,
    request: ({ cast, draw }) => ({
      sender: cast.cafe,
      call: calls.giveVouchers([draw.pick(cast.customers).address, BigInt(1_00 + draw.below(20_00))]),
    }),
  },
  {
    name: "hand vouchers on, as coins",
    every: 12,
    at: 7,
    request: async ({ cast, places, view, draw }) => {
      const from = await findHolder(cast.customers, places.voucher, { view, draw });
      if (from === undefined) return undefined;
      const amount = 1n + partOf(await view.balance(from.address, places.voucher), draw);
      const to = draw.pickOther(cast.customers, from).address;
      return { sender: from, call: calls.transferCoins([to, amount], [voucherCoin]) };
    },
  },
  {
    name: "redeem vouchers",
    every: 24,
    at: 16,
    request: async ({ cast, places, view, draw }) => {
      const from = await findHolder(cast.customers, places.voucher, { view, draw });
      if (from === undefined) return undefined;
      return {
        sender: from,
        call: calls.redeemVouchers([1n + (await view.balance(from.address, places.voucher)) / 4n]),
      };
    },
  },
  {
    // A cup is fired by dee, given away, and smashed.
    name: "fire, give or smash a cup",
    every: 8,
    at: 3,
    request: async ({ cast, places, view, draw, second }) => {
      const name = cupNames[Math.floor(second / 24) % cupNames.length]!;
      const cup = places.cup(name);
      const owner = await view.findOwner(cup);
      if (owner === undefined) return { sender: cast.dee, call: calls.fireCup([name, draw.below(256)]) };
      if (addressesEqual(owner, cast.dee.address)) {
        const to = draw.pickOther(cast.customers, cast.dee).address;
        return { sender: cast.dee, call: calls.transferObject([cup, to], [cupType]) };
      }
      const holder = cast.customers.find(({ address }) => addressesEqual(address, owner));
      return holder && { sender: holder, call: calls.smashCup([cup]) };
    },
  },
  {
    name: "publish the special of the season",
    every: 40,
    at: 21,
    request: ({ cast, second }) => ({ sender: cast.cafe, call: publish(seasonPackage(Math.floor(second / 40))) }),
  },
  {
    name: "pin a badge",
    every: 16,
    at: 10,
    request: ({ cast, places, draw }) => ({
      sender: draw.pick(cast.customers),
      call: pinBadge(places.badges, draw.pick(["Regular", "Early bird", "No sugar, thanks"])),
    }),
  },
  {
    name: "upgrade the package of badges",
    every: 60,
    at: 33,
    request: ({ cast, places }) => {
      const upgrade = badgePackage(places.badges);
      return {
        sender: cast.mia,
        call: calls.upgradeObject([describePackage(upgrade), upgrade.modules, places.badges]),
      };
    },
  },
  {
    name: "let a guest rate",
    every: 25,
    at: 12,
    request: ({ cast, draw, second }) => ({
      sender: cast.guest(Math.floor(second / 25)),
      feePayer: cast.host,
      call: calls.rate([[draw.pick(["latte", "tea"])], Uint8Array.of(5)]),
    }),
  },
  {
    // Every now and then the owners agree on more than the co-operative has: the transaction succeeds, what it runs fails.
    name: "decide in the co-operative",
    every: 9,
    at: 2,
    request: async ({ cast, places, view, draw }) => {
      const multisig = places.cooperative;
      const state = await view.findMultisig(multisig);
      if (state === undefined) return undefined;
      const { next, approvals } = state;
      if (approvals === undefined) {
        const amount = draw.below(5) === 0 ? tooMuch : partOf(await view.balance(multisig), draw);
        const payload = MultisigTransactionPayload.encode(calls.transfer([cast.cleo.address, amount]));
        return { sender: cast.ada, call: calls.proposeTransaction([multisig, payload]) };
      }
      if (approvals < 2) return { sender: cast.ben, call: calls.approveTransaction([multisig, next]) };
      return { sender: cast.ada, multisig };
    },
  },
  {
    name: "overdraw",
    every: 19,
    at: 13,
    request: ({ cast, draw }) => ({
      sender: draw.pick(cast.customers),
      call: calls.transfer([cast.cafe.address, tooMuch]),
    }),
  },
  {
    name: "order what is not on the menu",
    every: 26,
    at: 15,
    request: ({ cast, draw }) => ({
      sender: draw.pick(cast.customers),
      call: calls.placeOrder(["cocoa", 0, undefined, undefined, true]),
    }),
  },
  {
    name: "run out of gas",
    every: 33,
    at: 18,
    request: ({ cast }) => ({
      sender: cast.eve,
      call: calls.placeOrder(["latte", 2, undefined, undefined, false]),
      maxGasAmount: tooLittleGas,
    }),
  },
  {
    name: "close the shop",
    every: 31,
    at: 19,
    request: ({ cast }) => ({ sender: cast.cafe, call: calls.setOpen([false]) }),
  },
  {
    name: "knock at the door",
    every: 31,
    at: 20,
    request: ({ cast }) => ({ sender: cast.ben, call: calls.placeOrder(["tea", 0, undefined, undefined, false]) }),
  },
  {
    name: "open the shop",
    every: 3,
    at: 0,
    request: async ({ cast, view }) => {
      const shop = await view.findShop(cast.cafe.address);
      return shop?.open === false ? { sender: cast.cafe, call: calls.setOpen([true]) } : undefined;
    },
  },
  {
    name: "help those who have little",
    every: 25,
    at: 24,
    request: async ({ cast, places, view }) => {
      const everybody = [cast.host, cast.mia, ...cast.customers].map(({ address }) => address);
      for (const to of [...everybody, places.cooperative]) {
        if ((await view.balance(to)) < low) return { sender: cast.cafe, call: calls.transfer([to, gift]) };
      }
      return undefined;
    },
  },
];

/** A person who has some of an asset. */
async function findHolder(
  candidates: readonly Signer[],
  metadata: Address,
  { view, draw }: Pick<Scene, "view" | "draw">,
): Promise<Signer | undefined> {
  const first = draw.below(candidates.length);
  for (const candidate of [...candidates.slice(first), ...candidates.slice(0, first)]) {
    if ((await view.balance(candidate.address, metadata)) > 0n) return candidate;
  }
  return undefined;
}

function pinBadge(object: Address, text: string) {
  return entryFunction(`${formatAddress(object)}::badge::pin`, [string])([text]);
}
