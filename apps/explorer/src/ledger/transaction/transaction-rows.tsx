import { useState } from "preact/hooks";
import type { Transaction } from "../../api/answers.ts";
import { Link } from "../../routing/link.tsx";
import { formatCount } from "../../text/number.ts";
import { Age } from "../../ui/age.tsx";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { GasCoins } from "../asset/amount.tsx";
import { feeOf } from "./fee.ts";
import { Outcome } from "./outcome.tsx";
import { calledFunction, isSystem, payloadFacts, transactionKind } from "./transaction-kind.ts";

interface TransactionRowsProps {
  readonly transactions: readonly Transaction[];
  readonly caption: string;
  /** True to fold the system's own transactions into one row between two of accounts. */
  readonly folded?: boolean;
  readonly busy?: boolean;
}

/** A row: one transaction, or a run of the system's own ones. */
type Row = readonly [Transaction, ...Transaction[]];

/** Transactions, a row each. */
export function TransactionRows({ transactions, caption, folded = false, busy }: TransactionRowsProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const rows = folded ? foldSystem(transactions, unfolded) : transactions.map((one): Row => [one]);
  return (
    <Table
      class="transactions"
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={([{ version }]) => version}
      rowClass={([first]) => (isSystem(first) ? "system" : undefined)}
      {...(busy === undefined ? {} : { busy })}
      whole={(row) =>
        row.length === 1 && !(folded && isSystem(row[0]) && !unfolded.has(row[0].version)) ? undefined : (
          <Folded
            row={row}
            onUnfold={() => setUnfolded(new Set([...unfolded, ...row.map(({ version }) => version)]))}
          />
        )
      }
    />
  );
}

function foldSystem(transactions: readonly Transaction[], unfolded: ReadonlySet<string>): Row[] {
  const rows: [Transaction, ...Transaction[]][] = [];
  for (const transaction of transactions) {
    const last = rows.at(-1);
    const folds = isSystem(transaction) && !unfolded.has(transaction.version);
    if (folds && last !== undefined && isSystem(last[0]) && !unfolded.has(last[0].version)) last.push(transaction);
    else rows.push([transaction]);
  }
  return rows;
}

function Folded({ row, onUnfold }: { row: Row; onUnfold: () => void }) {
  const versions = [row[0].version, row.at(-1)?.version ?? ""].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  return (
    <button type="button" class="fold" onClick={onUnfold}>
      {row.length} of the system itself, {[...new Set(versions)].map(formatCount).join(" to ")}
    </button>
  );
}

const columns: readonly Column<Row>[] = [
  { title: "What it does", heads: true, cell: ([transaction]) => <Subject transaction={transaction} /> },
  { title: "Version", number: true, cell: ([{ version }]) => <VersionLink version={version} /> },
  {
    title: "Sender",
    cell: ([{ sender, proposer }]) => {
      const by = sender ?? proposer;
      return by === undefined ? null : <AddressLink address={by} />;
    },
  },
  { title: "Outcome", cell: ([transaction]) => <Outcome transaction={transaction} /> },
  {
    title: "Fee",
    number: true,
    cell: ([transaction]) => {
      const fee = feeOf(transaction);
      return fee === undefined ? null : <GasCoins units={fee.charged} />;
    },
  },
  {
    title: "Time",
    cell: ([{ timestamp }]) => (timestamp === undefined ? null : <Age timestamp={timestamp} />),
  },
];

function Subject({ transaction }: { transaction: Transaction }) {
  const called = calledFunction(transaction);
  const { version, payload } = transaction;
  if (called === undefined) {
    return (
      <Link to={{ view: "transaction", id: version }} class="kind">
        {(payload && payloadFacts(payload).name) ?? transactionKind(transaction)}
      </Link>
    );
  }
  const [address = "", name = "", item] = called.split("::");
  return (
    <>
      <Link to={{ view: "module", address, name, item }} title={called}>
        <code>
          {name}::<b>{item}</b>
        </code>
      </Link>
      {payload?.type === "multisig_payload" && <small> by a multisig account</small>}
    </>
  );
}
