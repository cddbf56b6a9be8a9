import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import type { Route } from "../../routing/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useAt } from "../../version/use-at.ts";
import { VersionBar } from "../../version/version-bar.tsx";
import { ItemLookup, type ItemLookupProps } from "./item-lookup.tsx";
import { RawLookup } from "./raw-lookup.tsx";
import { TableChoice } from "./table-choice.tsx";
import { TableItems } from "./table-items.tsx";

type TableRoute = Extract<Route, { view: "table" }>;

/** A table: one item by a key of the table's key type or by the bytes of a key, and everything that it holds. */
export function TableView(route: TableRoute) {
  const { handle, rawKey } = route;
  const [at, choose] = useAt();
  return (
    <>
      <ViewHeading title={handle === "" ? "Tables" : `Table ${handle}`}>
        {handle === "" ? "Tables" : "Table"}
      </ViewHeading>
      {handle !== "" && (
        <>
          <p class="subject">
            <code>{handle}</code> <CopyButton text={handle} what="handle" />
          </p>
          <VersionBar at={at} onSelect={choose} label="Read the item at" />
          {rawKey === undefined ? (
            <TypedLookup handle={handle} keyType={route.keyType} valueType={route.valueType} at={at} />
          ) : (
            <RawLookup handle={handle} rawKey={rawKey} at={at} />
          )}
          <TableItems key={handle} handle={handle} at={at} />
        </>
      )}
      <TableChoice current={handle} />
    </>
  );
}

/** The lookup with the types that the address names, or else those that the node finds for the table. */
function TypedLookup({ handle, keyType, valueType, at }: ItemLookupProps) {
  const { value, busy } = useLoad(
    (signal) =>
      node.call("list_table_items", {
        params: { table_handle: handle },
        query: { ledger_version: at, limit: 1 },
        signal,
      }),
    keyType === undefined ? handle : undefined,
  );
  if (busy) return <p class="quiet">Looking for the types of the table…</p>;
  const [item] = value?.value ?? [];
  return (
    <ItemLookup handle={handle} keyType={keyType ?? item?.key_type} valueType={valueType ?? item?.value_type} at={at} />
  );
}
