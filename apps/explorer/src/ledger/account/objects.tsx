import { useLoad } from "../../loading/use-load.ts";
import { TypeView } from "../../move/type-view.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { At } from "../../version/at.ts";
import { findObjects, type OwnedObject } from "./find-objects.ts";

const columns: readonly Column<OwnedObject>[] = [
  {
    title: "Object",
    heads: true,
    cell: ({ address, name }) => (
      <>
        {name !== undefined && <span class="asset-name">{name} </span>}
        <AddressLink address={address} />
      </>
    ),
  },
  {
    title: "What it is",
    cell: ({ types }) => (
      <span class="list">
        {types.map((type) => (
          <TypeView key={type} type={type} />
        ))}
      </span>
    ),
  },
];

/** Objects, tokens among them, that an account owns. */
export function Objects({ address, at }: { address: string; at: At }) {
  const { value, failure, busy } = useLoad((signal) => findObjects(address, at, signal), `${address}@${at ?? ""}`);
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      <p class="quiet note">
        The API has no index of objects by their owner. Shown are those among what the account’s own transactions and
        the latest ones of the ledger wrote, if they still belong to it.
      </p>
      {busy && value === undefined && <p class="quiet">Looking for objects…</p>}
      {value !== undefined && value.length > 0 && (
        <Table columns={columns} rows={value} rowKey={(object) => object.address} busy={busy} />
      )}
      {value !== undefined && value.length === 0 && <p class="quiet">No object of this account was found.</p>}
    </>
  );
}
