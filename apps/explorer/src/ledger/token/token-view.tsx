import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { Age } from "../../ui/age.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";

/** Activities asked for at one time. */
const pageSize = 25;

interface Activity {
  readonly version: string;
  readonly event_index?: number | undefined;
  readonly timestamp?: string | undefined;
  readonly type: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const address = /^0x[0-9a-f]{1,64}$/;
const whose = (name: string | undefined) =>
  name !== undefined && address.test(name) ? <AddressLink address={name} /> : name;

const columns: readonly Column<Activity>[] = [
  { title: "What happened", heads: true, cell: ({ type }) => <code title={type}>{type.split("::").at(-1)}</code> },
  { title: "Version", number: true, cell: ({ version }) => <VersionLink version={version} /> },
  { title: "From", cell: ({ from }) => whose(from) },
  { title: "To", cell: ({ to }) => whose(to) },
  {
    title: "Change",
    cell: ({ before, after }) =>
      after !== undefined && (
        <>
          {before} → {after}
        </>
      ),
  },
  { title: "Time", cell: ({ timestamp }) => timestamp !== undefined && <Age timestamp={timestamp} /> },
];

/** The history of a token, or of any other object that was given away. */
export function TokenView({ token }: { readonly token: string }) {
  const pages = usePages(
    (start, signal) =>
      node.call("list_token_history", { params: { token }, query: { start, limit: pageSize }, signal }),
    `token ${token}`,
  );
  const { failure, busy, items, more } = pages;
  return (
    <>
      <ViewHeading title="Token" />
      <p class="subject">
        <AddressLink address={token} full />
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {items.length > 0 && (
        <Table
          caption="The newest first"
          columns={columns}
          rows={items}
          rowKey={({ version, event_index: index }) => `${version} ${index}`}
          busy={busy}
        />
      )}
      {!busy && !more && failure === undefined && items.length === 0 && (
        <p class="quiet">Nothing that is kept here happened to this token.</p>
      )}
      {failure === undefined && <MoreButton pages={pages} noun="activities" />}
    </>
  );
}
