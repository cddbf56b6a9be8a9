import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { goTo } from "../../routing/place.tsx";
import { shortenHex } from "../../text/hex.ts";
import { AskForm } from "../../ui/ask-form.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { useLoad } from "../../ui/use-load.ts";
import { findTables } from "./find-tables.ts";

/** Tables to look into: those that the resources of active accounts hold, and any other one by its handle. */
export function TableChoice({ current }: { current: string }) {
  const { value: tables, failure, busy } = useLoad(findTables, "tables");
  return (
    <section aria-labelledby="table-choice">
      <h2 id="table-choice">Tables found</h2>
      {failure !== undefined && <FailureNote failure={failure} />}
      {busy && <p class="quiet">Looking through the resources of active accounts…</p>}
      {tables !== undefined && tables.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Handle</th>
              <th scope="col">Keys and values</th>
              <th scope="col">Found in</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ handle, keyType, valueType, address, path }) => (
              <tr key={`${address} ${path} ${handle}`}>
                <th scope="row">
                  <Link
                    to={{ view: "table", handle, keyType, valueType }}
                    aria-current={handle === current ? "true" : undefined}
                  >
                    <code>{shortenHex(handle)}</code>
                  </Link>
                </th>
                <td class="wrap">
                  <TypeView type={keyType} /> → <TypeView type={valueType} />
                </td>
                <td>
                  <AddressLink address={address} /> <code class="quiet">{path}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
