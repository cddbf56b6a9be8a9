import { node } from "../../api/node.ts";
import { isUnlisted } from "../../api/unlisted.ts";
import { useLoad } from "../../loading/use-load.ts";
import { usePages } from "../../loading/use-pages.ts";
import { TypeView } from "../../move/type-view.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { At } from "../../version/at.ts";
import { OwnedTokens } from "../token/owned-tokens.tsx";
import { findObjects, type OwnedObject } from "./find-objects.ts";

const columns: readonly Column<Pick<OwnedObject, "address" | "types"> & Partial<OwnedObject>>[] = [
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

interface ObjectsProps {
  readonly address: string;
  readonly at: At;
}

/** Objects, tokens among them, that an account owns. */
export function Objects({ address, at }: ObjectsProps) {
  const { value, failure } = useLoad((signal) => hasLists(address, at, signal), `lists ${address}@${at ?? ""}`);
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return <p class="quiet">Looking for objects…</p>;
  if (!value) return <FoundObjects address={address} at={at} />;
  return (
    <>
      <OwnedTokens address={address} at={at} />
      <ListedObjects address={address} at={at} />
    </>
  );
}

async function hasLists(address: string, at: At, signal: AbortSignal): Promise<boolean> {
  try {
    await node.call("list_account_objects", { params: { address }, query: { ledger_version: at, limit: 1 }, signal });
    return true;
  } catch (error) {
    if (isUnlisted(error)) return false;
    throw error;
  }
}

/** Objects asked for at one time. */
const pageSize = 25;

function ListedObjects({ address, at }: ObjectsProps) {
  const pages = usePages(
    (start, signal) =>
      node.call("list_account_objects", {
        params: { address },
        query: { ledger_version: at, start, limit: pageSize },
        signal,
      }),
    `objects ${address}@${at ?? ""}`,
  );
  const { failure, busy, items, more } = pages;
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      {items.length > 0 && (
        <Table caption="Objects" columns={columns} rows={items} rowKey={(object) => object.address} busy={busy} />
      )}
      {!busy && !more && failure === undefined && items.length === 0 && (
        <p class="quiet">This account owns no object.</p>
      )}
      <MoreButton pages={pages} noun="objects" />
    </>
  );
}

function FoundObjects({ address, at }: ObjectsProps) {
  const { value, failure, busy } = useLoad((signal) => findObjects(address, at, signal), `${address}@${at ?? ""}`);
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      <p class="quiet note">
        This node has no list of objects by their owner. Shown are those among what the account’s own transactions and
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
