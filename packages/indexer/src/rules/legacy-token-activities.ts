import type { Codec, Infer } from "@ledger/bcs";
import { type Address, formatHex } from "@ledger/types";
import {
  AccountTokenAmount,
  Mint,
  MintTokenEvent,
  Offer,
  OfferEvent,
  PropertyMutation,
  PropertyMutationEvent,
  TokenAmount,
  type TokenId,
} from "../layouts/legacy-tokens.ts";
import type { RecordEvent } from "../record/event.ts";
import { type LegacyNames, legacyNames } from "./token-names.ts";

/** The movement, making or change of a token of the first kind. */
export interface LegacyActivity {
  readonly names: LegacyNames;
  readonly propertyVersion: bigint;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
}

/** The content of an event, whatever its form. */
interface Content {
  /** In module events alone; the account of the stream in others. */
  readonly account?: Address;
  readonly to?: Address;
  readonly id: Infer<typeof TokenId>;
  readonly amount: bigint;
}

/** How an event is read, and on which side of it its account stands. */
interface Form {
  readonly side: "from" | "to";
  read(data: Uint8Array): Content;
}

function form<T>(side: Form["side"], codec: Codec<T>, contentOf: (value: T) => Content): Form {
  return { side, read: (data) => contentOf(codec.decodePrefix(data).value) };
}

const whole = (content: Content): Content => content;
const made = ({ id, ...rest }: Omit<Content, "id"> & Pick<Infer<typeof Mint>, "id">): Content => ({
  ...rest,
  id: { data: id, propertyVersion: 0n },
});
const changed = ({ newId: id, account }: { readonly newId: Content["id"]; readonly account?: Address }): Content => ({
  id,
  amount: 0n,
  ...(account && { account }),
});

const forms: ReadonlyMap<string, Form> = new Map([
  ["0x3::token::MintTokenEvent", form("from", MintTokenEvent, made)],
  ["0x3::token::Mint", form("from", Mint, made)],
  ["0x3::token::BurnTokenEvent", form("from", TokenAmount, whole)],
  ["0x3::token::Burn", form("from", AccountTokenAmount, whole)],
  ["0x3::token::MutateTokenPropertyMapEvent", form("from", PropertyMutationEvent, changed)],
  ["0x3::token::MutatePropertyMap", form("from", PropertyMutation, changed)],
  ["0x3::token::WithdrawEvent", form("from", TokenAmount, whole)],
  ["0x3::token::TokenWithdraw", form("from", AccountTokenAmount, whole)],
  ["0x3::token::DepositEvent", form("to", TokenAmount, whole)],
  ["0x3::token::TokenDeposit", form("to", AccountTokenAmount, whole)],
  ["0x3::token_transfers::TokenOfferEvent", form("from", OfferEvent, whole)],
  ["0x3::token_transfers::Offer", form("from", Offer, whole)],
  ["0x3::token_transfers::TokenCancelOfferEvent", form("from", OfferEvent, whole)],
  ["0x3::token_transfers::CancelOffer", form("from", Offer, whole)],
  ["0x3::token_transfers::TokenClaimEvent", form("from", OfferEvent, whole)],
  ["0x3::token_transfers::Claim", form("from", Offer, whole)],
]);

/** Reads an event of the first tokens. @returns `undefined` for any other */
export function readLegacyActivity({ type, account: stream, data }: RecordEvent): LegacyActivity | undefined {
  const known = forms.get(type);
  if (known === undefined) return undefined;
  const { account, to, id, amount } = known.read(data);
  const own = account === undefined ? stream : formatHex(account);
  const receiver = to === undefined ? null : formatHex(to);
  return {
    names: legacyNames(id.data),
    propertyVersion: id.propertyVersion,
    from: known.side === "to" ? null : own,
    to: known.side === "to" ? own : receiver,
    amount,
  };
}
