import type { Transaction } from "../../api/answers.ts";
import { Link } from "../../routing/link.tsx";
import { shortenHex } from "../../text/hex.ts";
import { formatCount } from "../../text/number.ts";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { calledFunction, transactionKind } from "./transaction-kind.ts";

/** Transactions, a row each. */
export function TransactionRows({ transactions, caption }: { transactions: readonly Transaction[]; caption: string }) {
  return (
    <table class="rows">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="right">
            Version
          </th>
          <th scope="col">What it is</th>
          <th scope="col">By</th>
          <th scope="col">Outcome</th>
          <th scope="col" class="right">
            Gas
          </th>
          <th scope="col" class="right">
            Changes
          </th>
          <th scope="col" class="right">
            Events
          </th>
          <th scope="col" class="spare">
            Hash
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <TransactionRow key={transaction.version} transaction={transaction} />
        ))}
      </tbody>
    </table>
  );
}

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const by = transaction.sender ?? transaction.proposer;
  return (
    <tr class={transaction.type === "user_transaction" ? undefined : "system"}>
      <td class="right">
        <VersionLink version={transaction.version} />
      </td>
      <td>
        <Subject transaction={transaction} />
      </td>
      <td>{by === undefined ? null : <AddressLink address={by} />}</td>
      <td>
        <Outcome transaction={transaction} />
      </td>
      <td class="right number">{transaction.gas_used === "0" ? "" : formatCount(transaction.gas_used)}</td>
      <td class="right number">{transaction.changes.length === 0 ? "" : transaction.changes.length}</td>
      <td class="right number">{transaction.events?.length === 0 ? "" : transaction.events?.length}</td>
      <td class="spare">
        <code>{shortenHex(transaction.hash)}</code>
      </td>
    </tr>
  );
}

function Subject({ transaction }: { transaction: Transaction }) {
  const called = calledFunction(transaction);
  if (called === undefined) {
    const script = transaction.payload?.type === "script_payload" ? "script" : undefined;
    return <span class="kind">{script ?? transactionKind(transaction)}</span>;
  }
  const [address = "", name = "", item] = called.split("::");
  return (
    <Link to={{ view: "module", address, name, item }} title={called}>
      <code>
        {name}::<b>{item}</b>
      </code>
    </Link>
  );
}

/** Whether a transaction was executed, or why not. */
export function Outcome({ transaction: { success, vm_status } }: { transaction: Transaction }) {
  return success ? (
    <span class="good">executed</span>
  ) : (
    <span class="bad" title={vm_status}>
      failed
    </span>
  );
}
