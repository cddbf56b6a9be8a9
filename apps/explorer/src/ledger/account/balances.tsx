import { parseStructName, parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { goTo } from "../../routing/place.tsx";
import { formatAmount, formatCount } from "../../text/number.ts";
import { AskForm } from "../../ui/ask-form.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { useLoad } from "../../ui/use-load.ts";
import type { At } from "../../version/at.ts";
import { findAssets } from "./find-assets.ts";
import { readAssetBalance } from "./read-asset.ts";

interface BalancesProps {
  readonly address: string;
  readonly at: At;
  /** An asset that the reader asked for. */
  readonly asked: string | undefined;
}

/** What an account holds. */
export function Balances({ address, at, asked }: BalancesProps) {
  const key = `${address}@${at ?? ""}`;
  const { value: found, failure, busy } = useLoad((signal) => findAssets(address, at, signal), key);
  if (failure !== undefined) return <FailureNote failure={failure} />;
  const assets = [...new Set([...(asked === undefined ? [] : [asked]), ...(found ?? [])])];
  return (
    <>
      <table class="rows">
        <caption>Balances of coins and of fungible assets in the primary store</caption>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" class="right">
              Amount
            </th>
            <th scope="col" class="right">
              Smallest units
            </th>
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => (
            <BalanceRow key={asset} address={address} asset={asset} at={at} />
          ))}
        </tbody>
      </table>
      {busy && <p class="quiet">Looking for assets…</p>}
      <AskForm
        label="Another asset"
        placeholder="0xa or 0x1::aptos_coin::AptosCoin"
        action="Read balance"
        onAsk={(asset) => goTo({ route: { view: "account", address, tab: "balances", asset }, at })}
      />
      <p class="quiet note">
        The API answers for one asset at a time. Shown are the assets found among this account’s resources and in its
        latest transactions; ask for any other one by its coin type or the address of its metadata.
      </p>
    </>
  );
}

function BalanceRow({ address, asset, at }: { address: string; asset: string; at: At }) {
  const key = `${address} ${asset}@${at ?? ""}`;
  const { value, failure } = useLoad((signal) => readAssetBalance(address, asset, at, signal), key);
  return (
    <tr>
      <th scope="row">
        {value?.asset !== undefined && <span class="asset-name">{value.asset.name} </span>}
        {parseStructName(parseType(asset).head) === undefined ? (
          <AddressLink address={asset} />
        ) : (
          <TypeView type={asset} />
        )}
      </th>
      {failure !== undefined ? (
        <td colSpan={2}>
          <FailureNote failure={failure} />
        </td>
      ) : (
        <>
          <td class="right number strong">
            {value === undefined ? "…" : formatAmount(value.amount, value.asset?.decimals ?? 0)}{" "}
            <small>{value?.asset?.symbol}</small>
          </td>
          <td class="right number">{value === undefined ? "" : formatCount(value.amount)}</td>
        </>
      )}
    </tr>
  );
}
