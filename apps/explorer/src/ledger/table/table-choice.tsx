import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { goTo } from "../../routing/place.tsx";
import { Breakable } from "../../text/breakable.tsx";
import { shortenHex } from "../../text/hex.ts";
import { AskForm } from "../../ui/ask-form.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useGrowing } from "../../ui/use-growing.ts";
import { type FoundTable, findTables } from "./find-tables.ts";

function columns(current: string): readonly Column<FoundTable>[] {
  return [
    {
      title: "Found in",
      heads: true,
      cell: ({ address, path, handle, keyType, valueType }) => (
        <>
          <Link
            to={{ view: "table", handle, keyType, valueType }}
            aria-current={handle === current ? "true" : undefined}
            title={handle}
          >
            <code>
              <Breakable text={path} />
            </code>
          </Link>{" "}
          of <AddressLink address={address} />
        </>
      ),
    },
    {
      title: "Keys",
      cell: ({ keyType }) => <TypeView type={keyType} />,
    },
    {
      title: "Values",
      cell: ({ valueType }) => <TypeView type={valueType} />,
    },
    {
      title: "Handle",
      spare: true,
      cell: ({ handle }) => (
        <>
          <code>{shortenHex(handle)}</code> <CopyButton text={handle} what="handle" />
        </>
      ),
    },
  ];
}

const tableKey = ({ address, path, handle }: FoundTable): string => `${address} ${path} ${handle}`;

/** Tables to look into: those that the resources of active accounts hold, and any other one by its handle. */
export function TableChoice({ current }: { current: string }) {
  const { value: tables, failure, busy } = useGrowing(findTables, "tables", tableKey);
  return (
    <section aria-labelledby="table-choice">
      <h2 id="table-choice">Tables found</h2>
      {failure !== undefined && <FailureNote failure={failure} />}
      {busy && <p class="quiet">Looking through the resources of active accounts…</p>}
      {tables !== undefined && tables.length > 0 && (
        <Table columns={columns(current)} rows={tables} rowKey={tableKey} />
      )}
      <AskForm
        label="Table handle"
        placeholder="0x…"
        action="Open table"
        onAsk={(handle) => goTo({ route: { view: "table", handle } })}
      />
    </section>
  );
}
