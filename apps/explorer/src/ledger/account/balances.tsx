import { useLoad } from "../../loading/use-load.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { goTo } from "../../routing/place.tsx";
import { formatAmount, formatCount } from "../../text/number.ts";
import { AskForm } from "../../ui/ask-form.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TrustWord } from "../../ui/trust-mark.tsx";
import type { At } from "../../version/at.ts";
import { findHoldings, type Holding } from "./find-holdings.ts";

interface BalancesProps {
  readonly address: string;
  readonly at: At;
  /** An asset that the reader asked for. */
  readonly asked: string | undefined;
}

/** The assets of an account, each once. */
export function Balances({ address, at, asked }: BalancesProps) {
  const { value, failure, busy } = useLoad(
    (signal) => findHoldings(address, at, asked, signal),
    `${address} ${asked ?? ""}@${at ?? ""}`,
  );
  // Below a list that is not there yet the form would be moved by it; the key keeps this paragraph from becoming the note.
  if (busy && value === undefined)
    return (
      <p key="looking" class="quiet">
        Looking for assets…
      </p>
    );
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      {value !== undefined && (
        <Table
          caption={value.isWhole ? "Coins and fungible assets" : "Coins, and fungible assets in the primary store"}
          columns={columns}
          rows={value.held}
          rowKey={({ coin, metadata, store }) => `${coin ?? metadata} ${store}`}
          busy={busy}
        />
      )}
      <AskForm
        label="Another asset"
        placeholder="0xa or 0x1::aptos_coin::AptosCoin"
        action="Read balance"
        onAsk={(asset) => goTo({ route: { view: "account", address, tab: "balances", asset }, at })}
      />
      {value?.isWhole === false && (
        <p class="quiet note">
          This node has no list of assets by account. Shown are the assets found among this account’s resources and in
          its latest transactions; ask for any other one by its coin type or the address of its metadata.
        </p>
      )}
    </>
  );
}

const columns: readonly Column<Holding>[] = [
  {
    title: "Asset",
    heads: true,
    cell: ({ name, coin, metadata }) => (
      <>
        {name !== undefined && <span class="asset-name">{name.name} </span>}
        <span class="list">
          {coin !== undefined && <TypeView type={coin} />}
          {metadata !== undefined && <AddressLink address={metadata} />}
          {coin !== undefined || metadata !== undefined ? (
            <Link to={{ view: "asset", asset: coin ?? metadata ?? "" }}>holders</Link>
          ) : null}
        </span>
      </>
    ),
  },
  {
    title: "Amount",
    number: true,
    cell: ({ amount, name }) => (
      <span class="strong">
        {formatAmount(String(amount), name?.decimals ?? 0)} <small>{name?.symbol}</small>
      </span>
    ),
  },
  {
    title: "Smallest units",
    number: true,
    // The mark stands here: symbol and decimals are the node's word, so the amount that they make is none that was proved.
    cell: ({ amount, mark }) => (
      <>
        {formatCount(amount)} <TrustWord mark={mark} />
      </>
    ),
  },
  { title: "Held as", cell: (holding) => <HeldAs {...holding} /> },
];

/** The form in which an amount is held; both parts on demand where it is in two. */
function HeldAs({ coin, metadata, amount, inCoinStore, name, store }: Holding) {
  if (store !== undefined) {
    return (
      <>
        in the store <AddressLink address={store} />
      </>
    );
  }
  if (amount === 0n) return <span class="quiet">nothing</span>;
  if (inCoinStore === amount) return <>coin</>;
  if (inCoinStore === 0n) return <>{metadata === undefined && coin !== undefined ? "coin" : "fungible asset"}</>;
  const decimals = name?.decimals ?? 0;
  return (
    <details>
      <summary>both forms</summary>
      coin {formatAmount(String(inCoinStore), decimals)}, fungible asset{" "}
      {formatAmount(String(amount - inCoinStore), decimals)}
    </details>
  );
}
