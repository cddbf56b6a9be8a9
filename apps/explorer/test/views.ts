import { Random } from "@ledger/random";
import { cases, testSeed } from "@ledger/test-run/effort";

/** A call that the ledger has. */
interface Call {
  readonly sender: string;
  readonly version: string;
}

/** Addresses of a view of every kind, with things that exist. */
export function listViews({ sender, version }: Call): readonly string[] {
  return [
    "#/",
    "#/accounts",
    "#/assets",
    "#/validators",
    "#/execution",
    "#/execution/1",
    "#/events",
    "#/events?type=0x1::block::NewBlockEvent",
    `#/account/${sender}`,
    "#/account/0xcafe",
    "#/account/0xcafe?at=3",
    "#/account/0xcafe/resources",
    "#/account/0xcafe/objects",
    "#/account/0x1/events",
    "#/account/0xcafe/modules",
    "#/account/0x1/modules",
    `#/account/${sender}/transactions`,
    "#/account/0xcafe/history",
    "#/asset/0x1::aptos_coin::AptosCoin",
    "#/token/0xcafe",
    "#/collection/0xcafe",
    "#/account/0xcafe/module/shop/place_order",
    "#/account/0x1/module/chain_id/get",
    "#/account/0x1/module/coin/transfer",
    "#/table",
    "#/table/0x19e024f0a7ab09c9de6c524bec711ea46431b068d7fa6f119affb617d2406029?key_type=0xcafe::shop::Ticket&value_type=u8",
    "#/transactions",
    "#/transactions?kind=system",
    `#/transaction/${version}`,
    "#/block/1",
    "#/signing",
    "#/signing?function=0xcafe::shop::answer_survey",
    "#/reference",
    "#/reference/get_table_item",
    "#/reference/get_account_modules",
    "#/reference/view",
    "#/reference/encode_submission",
    "#/reference/schema/MoveStruct",
    "#/account/nonsense",
    "#/trust",
  ];
}

/**
 * Some of the views, which all of them are with a larger effort.
 *
 * @param count - with the usual effort
 * @param place - of the test among those that look at some: each looks at others
 */
export function someViews(call: Call, count: number, place: number): readonly string[] {
  const views = [...listViews(call)];
  const random = new Random(testSeed(0));
  const shuffled = Array.from(views, () => views.splice(random.below(views.length), 1)[0]!);
  const length = Math.min(cases(count), shuffled.length);
  return Array.from({ length }, (_, index) => shuffled[(place * length + index) % shuffled.length]!);
}
