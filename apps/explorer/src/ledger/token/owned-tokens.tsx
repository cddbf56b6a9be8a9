import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { Link } from "../../routing/link.tsx";
import { shortenHex } from "../../text/hex.ts";
import { formatCount } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { At } from "../../version/at.ts";

/** Tokens asked for at one time. */
const pageSize = 25;

interface OwnedToken {
  readonly token: string;
  readonly name?: string | undefined;
  readonly collection?: string | undefined;
  readonly collection_name?: string | undefined;
  readonly amount: string;
  readonly property_version: string;
}

const columns: readonly Column<OwnedToken>[] = [
  { title: "Token", heads: true, cell: (owned) => <TokenLink {...owned} /> },
  { title: "Collection", cell: (owned) => <CollectionLink {...owned} /> },
  { title: "Amount", number: true, cell: ({ amount }) => formatCount(amount) },
];

/** A token by its name, which leads to its history. */
export function TokenLink({ token, name }: { readonly token: string; readonly name?: string | undefined }) {
  return <Link to={{ view: "token", token }}>{name === undefined || name === "" ? shortenHex(token) : name}</Link>;
}

function CollectionLink({ collection, collection_name: name }: Pick<OwnedToken, "collection" | "collection_name">) {
  if (collection === undefined) return <>{name}</>;
  return <Link to={{ view: "collection", collection }}>{name ?? shortenHex(collection)}</Link>;
}

/** The tokens of an account; nothing where it has none. */
export function OwnedTokens({ address, at }: { readonly address: string; readonly at: At }) {
  const pages = usePages(
    (start, signal) =>
      node.call("list_account_tokens", {
        params: { address },
        query: { ledger_version: at, start, limit: pageSize },
        signal,
      }),
    `tokens ${address}@${at ?? ""}`,
  );
  const { failure, busy, items, more } = pages;
  if (failure !== undefined && items.length === 0) return <FailureNote failure={failure} />;
  // A page without items is not the last one where it names another.
  if (items.length === 0 && !more) return null;
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      {items.length > 0 && (
        <Table
          caption="Tokens"
          columns={columns}
          rows={items}
          rowKey={({ token, property_version }) => `${token} ${property_version}`}
          busy={busy}
        />
      )}
      <MoreButton pages={pages} noun="tokens" />
    </>
  );
}
