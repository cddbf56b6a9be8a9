import type { Transaction } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { goTo } from "../../routing/place.tsx";
import { formatPlace } from "../../routing/route.ts";
import { formatCount } from "../../text/number.ts";
import { formatTime } from "../../text/time.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { useLoad } from "../../ui/use-load.ts";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { VersionBar } from "../../version/version-bar.tsx";
import { Changes } from "./changes.tsx";
import { Events } from "./events.tsx";
import { Payload } from "./payload.tsx";
import { RestOfTransaction } from "./rest-of-transaction.tsx";
import { transactionKind } from "./transaction-kind.ts";
import { Outcome } from "./transaction-rows.tsx";

/** A transaction by its version or hash, with all of its effects. */
export function TransactionView({ id }: { id: string }) {
  const byVersion = /^\d+$/.test(id);
  const { value, failure, busy } = useLoad(
    (signal) =>
      byVersion
        ? node.call("get_transaction_by_version", { params: { txn_version: id }, signal })
        : node.call("get_transaction_by_hash", { params: { txn_hash: id }, signal }),
    `transaction ${id}`,
  );
  const transaction = value?.value;
  return (
    <>
      <ViewHeading title={byVersion ? `Transaction ${id}` : "Transaction"}>
        Transaction {byVersion ? formatCount(id) : transaction === undefined ? "" : formatCount(transaction.version)}
      </ViewHeading>
      <VersionBar
        at={byVersion ? id : transaction?.version}
        onSelect={(version) =>
          goTo({ route: version === undefined ? { view: "transactions" } : { view: "transaction", id: version } }, true)
        }
        label="Show the transaction of"
      />
      {failure !== undefined && <FailureNote failure={failure} />}
      {transaction === undefined && busy && <p class="quiet">Loading…</p>}
      {transaction !== undefined && (
        <div aria-busy={busy}>
          <Loaded transaction={transaction} />
        </div>
      )}
    </>
  );
}

function Loaded({ transaction }: { transaction: Transaction }) {
  const { version, hash, timestamp, sender, proposer, success, vm_status } = transaction;
  const nonce = transaction.replay_protection_nonce;
  return (
    <>
      <p class="subject">
        <code>{hash}</code> <CopyButton text={hash} what="hash" />
      </p>
      <Facts label="Transaction">
        <Fact name="Kind">{transactionKind(transaction)}</Fact>
        <Fact name="Outcome">
          <Outcome transaction={transaction} />
        </Fact>
        {timestamp !== undefined && <Fact name="Time">{formatTime(timestamp)}</Fact>}
        <Fact name="Block">
          <a href={formatPlace({ route: { view: "block" }, at: version })}>the block of this version</a>
        </Fact>
        {sender !== undefined && (
          <Fact name="Sender">
            <AddressLink address={sender} />
          </Fact>
        )}
        {proposer !== undefined && (
          <Fact name="Proposer">
            <AddressLink address={proposer} />
          </Fact>
        )}
        {sender !== undefined && (
          <Fact name={nonce == null ? "Sequence number" : "Nonce"}>
            <span class="number">{formatCount(nonce ?? transaction.sequence_number ?? "")}</span>
          </Fact>
        )}
        {transaction.max_gas_amount !== undefined && (
          <Fact name="Gas used, of at most">
            {formatCount(transaction.gas_used)} <small>of {formatCount(transaction.max_gas_amount)}</small>
          </Fact>
        )}
        {transaction.gas_unit_price !== undefined && (
          <Fact name="Gas unit price">{formatCount(transaction.gas_unit_price)}</Fact>
        )}
        {transaction.epoch !== undefined && (
          <Fact name="Epoch and round">
            {transaction.epoch} <small>round {transaction.round}</small>
          </Fact>
        )}
        {!success && (
          <Fact name="Status" wide>
            <span class="bad">{vm_status}</span>
          </Fact>
        )}
      </Facts>
      {transaction.payload !== undefined && <Payload payload={transaction.payload} />}
      <Events events={transaction.events ?? []} version={version} />
      <Changes changes={transaction.changes} version={version} />
      <RestOfTransaction transaction={transaction} />
    </>
  );
}
