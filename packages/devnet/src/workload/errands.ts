import { namedObjectAddress, parseAddress } from "@ledger/types";
import { accountSigner, DEVNET_ACCOUNTS, guestSigner, SHOP_ADDRESS, type Signer } from "../accounts.ts";
import { describePackage } from "../application/package.ts";
import { buildSpecialModule, SPECIAL_MODULE } from "../application/special.ts";
import { APT, pairedBalance, VOUCHER } from "../effects/coin.ts";
import { createAccountCall, transfer, transferCoins } from "../functions/aptos-account.ts";
import { burnBeans, mintBeans } from "../functions/bean.ts";
import { publishPackage } from "../functions/code.ts";
import { migrateToFungibleStore } from "../functions/coin.ts";
import { fireCup, smashCup } from "../functions/cup.ts";
import { transferObject } from "../functions/object.ts";
import { transferFungible } from "../functions/primary-store.ts";
import { answerSurvey, discard, placeOrder, rate, serve, shareDrink, TICKETS } from "../functions/shop.ts";
import { deliverBeans } from "../functions/stock.ts";
import { tip } from "../functions/tip-script.ts";
import { MENU } from "../genesis/shop.ts";
import type { Draw } from "../random.ts";
import { PackageMetadata } from "../resources/package.ts";
import { shop } from "../resources/shop.ts";
import type { TransactionRequest } from "../runtime/user-transaction.ts";
import type { Session } from "../state/session.ts";

/** Something that users want again and again. */
export interface Errand {
  readonly name: string;
  /** In every so many blocks… */
  readonly every: number;
  /** …in the one whose height leaves this remainder. */
  readonly at: number;
  /** @param view - the state as the errand finds it */
  request(draw: Draw, height: number, view: Session): TransactionRequest;
}

type AccountName = keyof typeof DEVNET_ACCOUNTS;

const CUSTOMERS: readonly AccountName[] = ["alice", "bob", "ada", "dee", "abe"];
const DRINKS = Object.keys(MENU);
const encoder = new TextEncoder();

const by = (name: AccountName): Signer => accountSigner(DEVNET_ACCOUNTS[name]);
const addressOf = (name: AccountName) => DEVNET_ACCOUNTS[name].address;

/** Between one part in 50,000 and fifty: who has more sends more, so that nobody is ever left with nothing. */
const partOf = (balance: bigint, draw: Draw): bigint => (balance * BigInt(1 + draw.below(50))) / 50_000n;

/** Cups are fired under so many names, then under the first again. */
const CUP_NAMES = 8;
const CUP_CYCLE = 20;
const cupSeed = (height: number): Uint8Array => encoder.encode(`cup ${Math.floor(height / CUP_CYCLE) % CUP_NAMES}`);
const cupAddress = (height: number) => namedObjectAddress(addressOf("dee"), cupSeed(height));

/**
 * Who does what, and how often. Some errands fail at times, as they would elsewhere: an order that is served twice, a name that
 * is taken, a purse that is too small.
 */
export const ERRANDS: readonly Errand[] = [
  {
    name: "send money",
    every: 1,
    at: 0,
    request: (draw, _height, view) => {
      const from = draw.pick(CUSTOMERS);
      const amount = partOf(pairedBalance(view, APT, addressOf(from)), draw);
      return { sender: by(from), call: transfer([addressOf(draw.pickOther(CUSTOMERS, from)), amount]) };
    },
  },
  {
    name: "send money in any order",
    every: 2,
    at: 1,
    request: (draw, _height, view) => {
      const amount = partOf(pairedBalance(view, APT, addressOf("abe")), draw);
      return {
        sender: by("abe"),
        call: transferFungible(
          [APT.metadata, addressOf(draw.pick(["ada", "dee", "cafe"])), amount],
          ["0x1::fungible_asset::Metadata"],
        ),
        nonce: draw.u64(),
      };
    },
  },
  {
    name: "pay wages",
    every: 16,
    at: 11,
    request: (draw, _height, view) => {
      const amount = partOf(pairedBalance(view, APT, SHOP_ADDRESS), draw) * 10n;
      return { sender: by("cafe"), call: transfer([addressOf(draw.pick(CUSTOMERS)), amount]) };
    },
  },
  {
    name: "order a drink",
    every: 2,
    at: 0,
    request: (draw) => ({
      sender: by(draw.pick(CUSTOMERS)),
      call: placeOrder([
        draw.pick(DRINKS),
        draw.below(4),
        draw.pick(["hazelnut", "vanille", undefined]),
        draw.pick([undefined, 50_000n]),
        draw.below(3) === 0,
      ]),
    }),
  },
  {
    name: "serve an order",
    every: 2,
    at: 1,
    request: (draw, _height, view) => {
      const { nextNumber } = view.read(SHOP_ADDRESS, shop);
      const latest = (nextNumber + TICKETS - 1) % TICKETS;
      return { sender: by("cafe"), call: serve([draw.pick([0, 0, 0, 1]), latest, 20 + draw.below(300)]) };
    },
  },
  {
    name: "throw an old ticket away",
    every: 8,
    at: 1,
    request: (_draw, _height, view) => {
      const { nextNumber } = view.read(SHOP_ADDRESS, shop);
      return { sender: by("cafe"), call: discard([0, (nextNumber + TICKETS / 2) % TICKETS]) };
    },
  },
  {
    name: "mint beans",
    every: 5,
    at: 2,
    request: (draw) => ({
      sender: by("cafe"),
      call: mintBeans([addressOf(draw.pick(CUSTOMERS)), BigInt(1 + draw.below(1_000_000))]),
    }),
  },
  {
    name: "burn beans",
    every: 15,
    at: 8,
    request: (draw) => ({ sender: by(draw.pick(CUSTOMERS)), call: burnBeans([BigInt(1 + draw.below(100_000))]) }),
  },
  {
    name: "give a voucher",
    every: 7,
    at: 3,
    request: (draw, _height, view) => {
      const from = draw.pick(CUSTOMERS);
      const amount = 1n + partOf(pairedBalance(view, VOUCHER, addressOf(from)), draw);
      const to = addressOf(draw.pickOther(CUSTOMERS, from));
      return { sender: by(from), call: transferCoins([to, amount], ["0xcafe::voucher::Voucher"]) };
    },
  },
  {
    name: "share a drink",
    every: 10,
    at: 4,
    request: (draw) => ({ sender: by("dee"), cosigners: [by("ada")], call: shareDrink([draw.pick(DRINKS)]) }),
  },
  {
    name: "rate drinks",
    every: 6,
    at: 3,
    request: (draw) => ({
      sender: by(draw.pick(CUSTOMERS)),
      call: rate([DRINKS, Uint8Array.from(DRINKS, () => 1 + draw.below(5))]),
    }),
  },
  {
    name: "tip by script",
    every: 9,
    at: 4,
    request: (draw) => ({ sender: by(draw.pick(CUSTOMERS)), call: tip(BigInt(1_000 + draw.below(90_000))) }),
  },
  {
    name: "answer the survey",
    every: 12,
    at: 7,
    request: (draw, height) => ({
      sender: by(draw.pick(CUSTOMERS)),
      call: answerSurvey([
        draw.below(2) === 0,
        1 + draw.below(5),
        draw.below(600),
        draw.below(1_000_000),
        draw.u64(),
        draw.u64() * draw.u64(),
        draw.u64() ** 3n,
        BigInt.asIntN(64, draw.u64()),
        parseAddress(`0x${(draw.u64() >> 4n).toString(16)}`),
        encoder.encode(`picture ${height}`),
        ["crème", "", "二杯"].slice(draw.below(3)),
        [[BigInt(height)], [], [1n, 2n, 3n]],
        draw.pick([undefined, draw.u64()]),
        APT.metadata,
      ]),
    }),
  },
  {
    name: "deliver beans",
    every: 14,
    at: 6,
    request: (draw) => ({
      sender: by("cafe"),
      call: deliverBeans(
        [draw.pick(["Sidamo", "Huila"]), [BigInt(draw.below(1_000)), BigInt(draw.below(1_000))]],
        [draw.pick(["0xcafe::stock::Cups", "vector<u8>"])],
      ),
    }),
  },
  {
    name: "fire a cup",
    every: CUP_CYCLE,
    at: 5,
    request: (draw, height) => ({
      sender: by("dee"),
      call: fireCup([cupSeed(height), draw.pick(["moon", "river", "stone"]), draw.below(256)]),
    }),
  },
  {
    name: "give the cup away",
    every: CUP_CYCLE,
    at: 9,
    request: (_draw, height) => ({
      sender: by("dee"),
      call: transferObject([cupAddress(height), addressOf("bob")], ["0xcafe::cup::Cup"]),
    }),
  },
  {
    name: "smash every other cup",
    every: 2 * CUP_CYCLE,
    at: 15,
    request: (_draw, height) => ({ sender: by("bob"), call: smashCup([cupAddress(height)]) }),
  },
  {
    name: "publish the special of the season",
    every: 20,
    at: 10,
    request: (_draw, height) => ({
      sender: by("cafe"),
      call: publishPackage([
        PackageMetadata.encode(describePackage("Special", [SPECIAL_MODULE], ["AptosFramework"])),
        [buildSpecialModule(Math.floor(height / 20))],
      ]),
    }),
  },
  {
    name: "invite a guest",
    every: 25,
    at: 6,
    request: (_draw, height) => ({
      sender: by("fee"),
      call: createAccountCall([guestSigner(Math.floor(height / 25)).address]),
    }),
  },
  {
    name: "let a guest rate",
    every: 25,
    at: 12,
    request: (draw, height) => ({
      sender: guestSigner(Math.floor(height / 25)),
      feePayer: by("fee"),
      call: rate([[draw.pick(DRINKS)], Uint8Array.of(5)]),
    }),
  },
  {
    name: "overdraw",
    every: 11,
    at: 9,
    request: (draw) => ({
      sender: by(draw.pick(CUSTOMERS)),
      call: transfer([addressOf("cafe"), 10n ** 17n]),
    }),
  },
  {
    name: "run out of gas",
    every: 26,
    at: 13,
    request: () => ({ sender: by("alice"), call: shareDrink(["latte"]), maxGasAmount: 4n }),
  },
  {
    // Once in a lifetime: afterwards there is no coin store left to migrate, and the call does nothing.
    name: "migrate",
    every: 1_000_000,
    at: 30,
    request: () => ({ sender: by("bob"), call: migrateToFungibleStore([], ["0x1::aptos_coin::AptosCoin"]) }),
  },
];
