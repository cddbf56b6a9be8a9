import { useLoad } from "../../loading/use-load.ts";
import { callView } from "../../move/call-view.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { Amount } from "./amount.tsx";
import { type FoundAsset, findAssets } from "./find-assets.ts";

const metadataType = "0x1::fungible_asset::Metadata";

const columns: readonly Column<FoundAsset>[] = [
  {
    title: "Asset",
    heads: true,
    cell: ({ symbol, name, coin, metadata }) => (
      <>
        <span class="asset-name">{symbol}</span>{" "}
        <Link to={{ view: "asset", asset: coin ?? metadata ?? "" }}>{name}</Link>
      </>
    ),
  },
  { title: "Supply", number: true, cell: (asset) => <Supply asset={asset} /> },
  { title: "Decimals", number: true, cell: ({ decimals }) => decimals },
  { title: "Fungible asset", cell: ({ metadata }) => metadata !== undefined && <AddressLink address={metadata} /> },
  { title: "Coin", cell: ({ coin }) => coin !== undefined && <TypeView type={coin} /> },
];

/** The coins and fungible assets of this ledger. */
export function AssetsView() {
  const { value, failure, busy } = useLoad((signal) => findAssets(signal), "assets");
  return (
    <>
      <ViewHeading title="Assets" />
      <p class="lead">
        Coins and fungible assets, found by the events of their creation that are kept here and in the latest
        transactions. A coin and the fungible asset that it is paired with are one.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {busy && value === undefined && <p class="quiet">Looking for assets…</p>}
      {value !== undefined && (
        <Table columns={columns} rows={value} rowKey={({ coin, metadata }) => metadata ?? coin ?? ""} busy={busy} />
      )}
    </>
  );
}

function Supply({ asset }: { asset: FoundAsset }) {
  const { metadata, coin } = asset;
  const { value, busy } = useLoad(() => readSupply(asset), `supply ${metadata ?? coin}`);
  if (busy) return <>…</>;
  return value === undefined ? <span class="quiet">not counted</span> : <Amount units={value} asset={asset} />;
}

/** How much there is of an asset; `undefined` where the ledger does not count it. */
async function readSupply({ metadata, coin }: FoundAsset): Promise<string | undefined> {
  const answer =
    coin === undefined
      ? callView("0x1::fungible_asset::supply", { typeArguments: [metadataType], arguments: [metadata] }, undefined)
      : callView("0x1::coin::supply", { typeArguments: [coin], arguments: [] }, undefined);
  const { values } = await answer;
  const [supply] = (values[0] as { readonly vec?: readonly unknown[] }).vec ?? [];
  return typeof supply === "string" ? supply : undefined;
}
