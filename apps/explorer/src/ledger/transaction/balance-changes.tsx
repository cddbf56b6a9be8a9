import { useId } from "preact/hooks";
import type { WriteSetChange } from "../../api/answers.ts";
import { useLoad } from "../../loading/use-load.ts";
import { TypeView } from "../../move/type-view.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Amount } from "../asset/amount.tsx";
import { isCoin } from "../asset/find-assets.ts";
import { type AssetName, readAssetName } from "../asset/read-asset.ts";
import { type Around, type BalanceChange, readBalanceChanges } from "./balance-changes.ts";

interface BalanceChangesProps {
  readonly changes: readonly WriteSetChange[];
  readonly around: Around;
  /** Names the transaction, whose changes never change. */
  readonly id: string;
}

/** Balance changes of a transaction, by account and asset; fees are part of them. */
export function BalanceChanges({ changes, around, id }: BalanceChangesProps) {
  const heading = useId();
  const { value } = useLoad((signal) => readBalanceChanges(changes, around, signal), `balances ${id}`);
  if (value === undefined || value.length === 0) return null;
  return (
    <section class="balance-changes" aria-labelledby={heading}>
      <h2 id={heading}>
        Balance changes <small>{value.length}</small>
      </h2>
      <Table columns={columns} rows={value} rowKey={({ account, asset }) => `${account} ${asset}`} />
    </section>
  );
}

const columns: readonly Column<BalanceChange>[] = [
  { title: "Account", heads: true, cell: ({ account }) => <AddressLink address={account} /> },
  {
    title: "Change",
    number: true,
    cell: ({ asset, before, after }) =>
      before === undefined ? (
        <span class="quiet">not known: the previous state is pruned</span>
      ) : (
        <span class={after < before ? "bad" : "good"}>
          <NamedAmount asset={asset} units={after - before} signed />
        </span>
      ),
  },
  { title: "Asset", cell: ({ asset }) => <AssetLink asset={asset} /> },
  {
    title: "Before",
    number: true,
    cell: ({ asset, before }) => (before === undefined ? "" : <NamedAmount asset={asset} units={before} />),
  },
  { title: "After", number: true, cell: ({ asset, after }) => <NamedAmount asset={asset} units={after} /> },
];

function useAssetName(asset: string): AssetName | undefined {
  return useLoad(() => readAssetName(asset), asset).value;
}

function NamedAmount({ asset, units, signed = false }: { asset: string; units: bigint; signed?: boolean }) {
  return <Amount units={units} asset={useAssetName(asset)} signed={signed} />;
}

/** An asset by its name, which leads to where it is defined. */
function AssetLink({ asset }: { asset: string }) {
  const name = useAssetName(asset);
  return (
    <>
      {name !== undefined && <span class="asset-name">{name.name} </span>}
      {isCoin(asset) ? <TypeView type={asset} /> : <AddressLink address={asset} />}
    </>
  );
}
