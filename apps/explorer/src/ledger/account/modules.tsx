import { useEffect, useState } from "preact/hooks";
import type { FunctionAbi, ModuleItem } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { SizeMap } from "../../charts/size-map.tsx";
import { usePages } from "../../loading/use-pages.ts";
import { Link } from "../../routing/link.tsx";
import { hexSize } from "../../text/hex.ts";
import { formatCount, formatSize } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Choices } from "../../ui/form-field.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { At } from "../../version/at.ts";

/** Modules on a page: their bytecode comes with them. */
const page = 25;

/** Pages read without being asked: enough for the framework's whole account, so that the picture shows all of it. */
const eager = 8;

const orders = ["size", "name"] as const;

interface SizedModule {
  readonly item: ModuleItem;
  readonly name: string | undefined;
  readonly size: number;
}

function columns(address: string, largest: number): readonly Column<SizedModule>[] {
  return [
    {
      title: "Module",
      heads: true,
      cell: ({ name }) =>
        name === undefined ? (
          <span class="quiet">bytecode that cannot be read</span>
        ) : (
          <Link to={{ view: "module", address, name }}>{name}</Link>
        ),
    },
    {
      title: "Bytecode",
      number: true,
      cell: ({ size }) => (
        <>
          <svg class="size-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect x={100 - (100 * size) / largest} width={(100 * size) / largest} height="8" />
          </svg>
          {formatCount(size)}
        </>
      ),
    },
    {
      title: "To run",
      number: true,
      cell: ({ item }) => countFunctions(item, ({ is_view }) => is_view),
    },
    {
      title: "To call",
      number: true,
      cell: ({ item }) => countFunctions(item, ({ is_entry }) => is_entry),
    },
    {
      title: "Functions",
      number: true,
      cell: ({ item }) => countFunctions(item, () => true),
    },
    { title: "Structs", number: true, cell: ({ item: { abi } }) => abi?.structs.length || "" },
  ];
}

/** Functions of a kind, nothing where there are none. */
function countFunctions({ abi }: ModuleItem, counts: (definition: FunctionAbi) => boolean): string | number {
  return abi?.exposed_functions.filter(counts).length || "";
}

/** The modules of an account: how large each is, in a picture and as a list. */
export function Modules({ address, at }: { address: string; at: At }) {
  const [order, setOrder] = useState<(typeof orders)[number]>("size");
  const pages = usePages<ModuleItem>(
    (start, signal) =>
      node.call("get_account_modules", {
        params: { address },
        query: { ledger_version: at, start, limit: page },
        signal,
      }),
    `${address}@${at ?? ""}`,
    eager,
  );
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!pages.busy) setDrawn(true);
  }, [pages.busy]);
  if (pages.failure !== undefined) return <FailureNote failure={pages.failure} />;
  // The picture is drawn once, when all of it is there: with every page that comes, all tiles and rows would move.
  const isFirst = pages.busy && !drawn;
  if (isFirst) return <p class="quiet">Reading modules, {pages.items.length} so far…</p>;
  if (pages.items.length === 0) return <p class="quiet">This account has no modules at this version.</p>;
  const modules = pages.items.map((item) => ({ item, name: item.abi?.name, size: hexSize(item.bytecode) }));
  const total = modules.reduce((sum, { size }) => sum + size, 0);
  const largest = Math.max(...modules.map(({ size }) => size));
  const sorted = modules.toSorted((a, b) =>
    order === "size" ? b.size - a.size : (a.name ?? "").localeCompare(b.name ?? ""),
  );
  return (
    <>
      <SizeMap
        label={`Sizes of the modules’ bytecode, ${formatSize(total)} together`}
        parts={sorted.flatMap(({ name, size }) =>
          name === undefined ? [] : [{ name, size, to: { view: "module", address, name } as const }],
        )}
      />
      <Choices legend="Order by" choices={orders} chosen={order} onChoose={setOrder} />
      <Table
        columns={columns(address, largest)}
        rows={sorted}
        rowKey={({ name, item }) => name ?? item.bytecode.slice(0, 200)}
        busy={pages.busy}
      />
      <MoreButton pages={pages} noun={pages.items.length === 1 ? "module" : "modules"} />
    </>
  );
}
