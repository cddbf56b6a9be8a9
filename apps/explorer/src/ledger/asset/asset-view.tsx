import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { usePages } from "../../loading/use-pages.ts";
import { TypeView } from "../../move/type-view.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { Amount } from "./amount.tsx";
import { isCoin } from "./find-assets.ts";
import { type AssetName, readAssetName } from "./read-asset.ts";

/** Holders asked for at one time. */
const pageSize = 25;

interface Holder {
  readonly owner: string;
  readonly amount: string;
  readonly storage: string;
  readonly is_primary: boolean;
  readonly version: string;
}

const columnsOf = (name: AssetName | undefined): readonly Column<Holder>[] => [
  { title: "Holder", heads: true, cell: ({ owner }) => <AddressLink address={owner} /> },
  { title: "Amount", number: true, cell: ({ amount }) => <Amount units={amount} asset={name} /> },
  { title: "Store", cell: ({ is_primary, storage }) => (is_primary ? "primary" : <AddressLink address={storage} />) },
  { title: "Written by", number: true, cell: ({ version }) => <VersionLink version={version} /> },
];

/** An asset, and who has most of it. */
export function AssetView({ asset }: { readonly asset: string }) {
  const { value: name } = useLoad(() => readAssetName(asset), `asset ${asset}`);
  const pages = usePages(
    (start, signal) =>
      node.call("list_asset_holders", { params: { asset_type: asset }, query: { start, limit: pageSize }, signal }),
    `holders ${asset}`,
  );
  const { failure, busy, items, more } = pages;
  return (
    <>
      <ViewHeading title={name?.name ?? "Asset"} />
      <p class="subject">{isCoin(asset) ? <TypeView type={asset} /> : <AddressLink address={asset} full />}</p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {items.length > 0 && (
        <Table
          caption="Holders, the largest first"
          columns={columnsOf(name)}
          rows={items}
          rowKey={({ storage }) => storage}
          busy={busy}
        />
      )}
      {!busy && !more && failure === undefined && items.length === 0 && (
        <p class="quiet">No account has any of this asset.</p>
      )}
      {failure === undefined && <MoreButton pages={pages} noun="holders" />}
    </>
  );
}
