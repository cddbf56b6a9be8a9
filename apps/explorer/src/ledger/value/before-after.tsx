import { type Column, Table } from "../../ui/table.tsx";
import { type Difference, differences } from "./differences.ts";

/** Characters of a value shown in its cell. */
const shown = 120;

const columnsOf = (before: string, after: string): readonly Column<Difference>[] => [
  { title: "Member", heads: true, cell: ({ path }) => <code>{path === "" ? "value" : path}</code> },
  { title: before, cell: ({ before: text }) => <Side text={text} /> },
  { title: after, cell: ({ after: text }) => <Side text={text} /> },
];
const columns = columnsOf("Before", "After");
const comparedColumns = columnsOf("Recorded", "Executed");

/** Differences between two values of the same thing. */
export function BeforeAfter({ before, after }: { before: unknown; after: unknown }) {
  const found = differences(before, after);
  if (found.length === 0) return <p class="quiet">Written as it was before.</p>;
  return <Table columns={columns} rows={found} rowKey={({ path }) => path} />;
}

/** Differences between a part of a record and what execution makes of it. */
export function RecordedExecuted({ recorded, executed }: { recorded: unknown; executed: unknown }) {
  const found = differences(recorded ?? undefined, executed ?? undefined);
  return <Table columns={comparedColumns} rows={found} rowKey={({ path }) => path} />;
}

function Side({ text }: { text: string | undefined }) {
  if (text === undefined) return <span class="quiet">nothing</span>;
  return <code title={text}>{text.length > shown ? `${text.slice(0, shown)}…` : text}</code>;
}
