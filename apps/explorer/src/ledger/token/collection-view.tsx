import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { TokenLink } from "./owned-tokens.tsx";

/** Tokens asked for at one time. */
const pageSize = 25;

interface Listed {
  readonly token: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly version: string;
}

const columns: readonly Column<Listed>[] = [
  { title: "Token", heads: true, cell: (token) => <TokenLink {...token} /> },
  { title: "Description", cell: ({ description }) => description },
  { title: "Written by", number: true, cell: ({ version }) => <VersionLink version={version} /> },
];

/** The tokens of a collection. */
export function CollectionView({ collection }: { readonly collection: string }) {
  const pages = usePages(
    (start, signal) =>
      node.call("list_collection_tokens", { params: { collection }, query: { start, limit: pageSize }, signal }),
    `collection ${collection}`,
  );
  const { failure, busy, items, more } = pages;
  return (
    <>
      <ViewHeading title="Collection" />
      <p class="subject">
        <AddressLink address={collection} full />
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {items.length > 0 && (
        <Table caption="Tokens" columns={columns} rows={items} rowKey={({ token }) => token} busy={busy} />
      )}
      {!busy && !more && failure === undefined && items.length === 0 && (
        <p class="quiet">This collection has no token.</p>
      )}
      {failure === undefined && <MoreButton pages={pages} noun="tokens" />}
    </>
  );
}
