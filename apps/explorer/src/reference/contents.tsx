import { useMemo, useState } from "preact/hooks";
import type { OpenApiDocument, PlacedOperation } from "../api/openapi.ts";
import { Link } from "../routing/link.tsx";
import { searchDocument } from "./search-document.ts";

interface ContentsProps {
  readonly document: OpenApiDocument;
  readonly operation: string | undefined;
  readonly schema: string | undefined;
}

/** Every operation and schema, and a search among them. */
export function Contents({ document, operation, schema }: ContentsProps) {
  const [search, setSearch] = useState("");
  const found = useMemo(() => searchDocument(document, search), [document, search]);
  const tags = groupByTag(document, found.operations);
  return (
    <>
      <label class="filter">
        <span>Search the reference</span>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      <p class="hidden" aria-live="polite">
        {search === "" ? "" : `${found.operations.length} operations and ${found.schemas.length} schemas found`}
      </p>
      <nav class="contents" aria-label="Operations">
        {tags.map(([tag, operations]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            <ul>
              {operations.map(({ method, path, operation: { operationId, summary } }) => (
                <li key={operationId}>
                  <Link
                    to={{ view: "reference", operation: operationId }}
                    aria-current={operationId === operation ? "page" : undefined}
                    title={path}
                  >
                    <span class={`method ${method.toLowerCase()}`}>{method}</span> {summary ?? operationId}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.operations.length === 0 && <p class="quiet">No operation contains these words.</p>}
      </nav>
      <details class="schemas" open={search !== "" || schema !== undefined}>
        <summary>
          Schemas <small>{found.schemas.length}</small>
        </summary>
        <nav aria-label="Schemas">
          <ul>
            {found.schemas.map((name) => (
              <li key={name}>
                <Link to={{ view: "schema", name }} aria-current={name === schema ? "page" : undefined}>
                  <code>{name}</code>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </>
  );
}

function groupByTag(
  document: OpenApiDocument,
  operations: readonly PlacedOperation[],
): readonly (readonly [string, readonly PlacedOperation[]])[] {
  const groups = new Map<string, PlacedOperation[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const placed of operations) {
    const tag = placed.operation.tags?.[0] ?? "Other";
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [placed]);
    else group.push(placed);
  }
  return [...groups].filter(([, group]) => group.length > 0);
}
