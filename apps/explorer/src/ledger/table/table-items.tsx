import { useId } from "preact/hooks";
import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { parseType } from "../../move/type-text.ts";
import { previewOf } from "../../text/preview.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { VersionLink } from "../../ui/names.tsx";
import type { At } from "../../version/at.ts";
import { ValueView } from "../value/value-view.tsx";

/** Items asked for at one time. */
const pageSize = 25;

/** Everything that a table holds at a version, page by page. */
export function TableItems({ handle, at }: { handle: string; at: At }) {
  const heading = useId();
  const pages = usePages(
    (start, signal) =>
      node.call("list_table_items", {
        params: { table_handle: handle },
        query: { ledger_version: at, start, limit: pageSize },
        signal,
      }),
    `${handle}@${at ?? ""}`,
  );
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>What it holds</h2>
      {pages.failure !== undefined && <FailureNote failure={pages.failure} />}
      {!pages.busy && pages.failure === undefined && pages.items.length === 0 && (
        <p class="quiet">This table holds nothing at this version.</p>
      )}
      {pages.items.map((item) => (
        <Disclosure
          key={item.raw_key}
          label={`item ${item.raw_key}`}
          line={
            <>
              <code class="wrap">{item.key === undefined ? item.raw_key : keyText(item.key)}</code>{" "}
              <small>{previewOf(item.value)}</small>
            </>
          }
        >
          {() => (
            <>
              <p>
                Written last by transaction <VersionLink version={item.version} />.
              </p>
              {item.value_type === undefined ? (
                <code class="wrap">{item.raw_value}</code>
              ) : (
                <ValueView value={item.value} type={parseType(item.value_type)} at={at} />
              )}
            </>
          )}
        </Disclosure>
      ))}
      <MoreButton pages={pages} noun="items" />
    </section>
  );
}

/** A key in one line. No part of it is left out: it is what tells one item from another. */
function keyText(key: unknown): string {
  if (typeof key !== "object" || key === null) return String(key);
  const members = Object.entries(key);
  const isFlat = members.every(([, member]) => typeof member !== "object");
  return isFlat && !Array.isArray(key)
    ? members.map(([name, member]) => `${name} ${member}`).join(", ")
    : JSON.stringify(key);
}
