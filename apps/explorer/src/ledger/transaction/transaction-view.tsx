import type { Transaction } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { callProved, type Mark } from "../../api/proved.ts";
import { useLoad } from "../../loading/use-load.ts";
import { goTo } from "../../routing/place.tsx";
import { formatCount, neighbour } from "../../text/number.ts";
import { formatTime } from "../../text/time.ts";
import { Age } from "../../ui/age.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { AddressLink, HeightLink } from "../../ui/names.tsx";
import { TrustMark } from "../../ui/trust-mark.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { Effects } from "./effects.tsx";
import { FailedPlace } from "./failed-place.tsx";
import { FeeFacts } from "./fee-facts.tsx";
import { Outcome } from "./outcome.tsx";
import { Payload } from "./payload.tsx";
import { RawTransaction } from "./raw-transaction.tsx";
import { RestOfTransaction } from "./rest-of-transaction.tsx";
import { Story } from "./story.tsx";
import { transactionKind } from "./transaction-kind.ts";

/** A transaction by its version or hash, with all of its effects. */
export function TransactionView({ id }: { id: string }) {
  const byVersion = /^\d+$/.test(id);
  const { value, failure, busy } = useLoad(
    (signal) =>
      byVersion
        ? callProved("get_transaction_by_version", { params: { txn_version: id }, signal })
        : callProved("wait_transaction_by_hash", { params: { txn_hash: id }, signal }),
    `transaction ${id}`,
  );
  const found = value?.value;
  const transaction = found?.type === "pending_transaction" ? undefined : found;
  return (
    <>
      <ViewHeading title={byVersion ? `Transaction ${id}` : "Transaction"}>
        Transaction {byVersion ? formatCount(id) : transaction === undefined ? "" : formatCount(transaction.version)}
      </ViewHeading>
      {failure !== undefined && <FailureNote failure={failure} />}
      {found === undefined && busy && <p class="quiet">Loading…</p>}
      {found?.type === "pending_transaction" && (
        <p>
          This transaction of <AddressLink address={found.sender} /> is waiting to be executed. Reload the page to see
          the result.
        </p>
      )}
      {transaction !== undefined && (
        <div aria-busy={busy}>
          <Loaded transaction={transaction} mark={value?.mark} />
        </div>
      )}
    </>
  );
}

function Loaded({ transaction, mark }: { transaction: Transaction; mark: Mark | undefined }) {
  const { version, hash, events, changes } = transaction;
  const around = { before: neighbour(version, -1), after: version };
  return (
    <>
      <Story transaction={transaction} />
      <p class="subject">
        <code>{hash}</code> <CopyButton text={hash} what="hash" />
      </p>
      <Neighbours version={version} />
      <TransactionFacts transaction={transaction} />
      <TrustMark mark={mark} />
      {transaction.payload !== undefined && <Payload payload={transaction.payload} />}
      <Effects id={version} events={events ?? []} changes={changes} around={around} />
      <RestOfTransaction transaction={transaction} />
      <RawTransaction version={version} />
    </>
  );
}

function Neighbours({ version }: { version: string }) {
  const { info } = useHead();
  const before = neighbour(version, -1);
  const isLatest = info === undefined || BigInt(version) >= BigInt(info.ledger_version);
  const go = (id: string | undefined): void => {
    if (id !== undefined) goTo({ route: { view: "transaction", id } }, true);
  };
  return (
    <p class="pager">
      <button type="button" class="plain" disabled={before === undefined} onClick={() => go(before)}>
        Transaction before
      </button>
      <button type="button" class="plain" disabled={isLatest} onClick={() => go(neighbour(version, 1))}>
        Transaction after
      </button>
    </p>
  );
}

function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { version, timestamp, sender, proposer, success, vm_status } = transaction;
  const nonce = transaction.replay_protection_nonce;
  return (
    <Facts label="Transaction">
      <Fact name="Outcome">
        <Outcome transaction={transaction} />
      </Fact>
      <Fact name="Kind">{transactionKind(transaction)}</Fact>
      {timestamp !== undefined && (
        <Fact name="Time">
          {formatTime(timestamp)}{" "}
          <small>
            <Age timestamp={timestamp} />
          </small>
        </Fact>
      )}
      <Fact name="Block">
        <BlockOf version={version} />
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
      <FeeFacts transaction={transaction} />
      {transaction.epoch !== undefined && (
        <Fact name="Epoch and round">
          {formatCount(transaction.epoch)} <small>round {formatCount(transaction.round ?? "")}</small>
        </Fact>
      )}
      {!success && (
        <Fact name="Why it failed" wide>
          <FailureText status={vm_status} />
        </Fact>
      )}
      {!success && transaction.type === "user_transaction" && <FailedPlace version={version} />}
    </Facts>
  );
}

/** Number of the block that holds a version. */
function BlockOf({ version }: { version: string }) {
  const { value } = useLoad(
    (signal) => node.call("get_block_by_version", { params: { version }, signal }),
    `block of ${version}`,
  );
  return value === undefined ? <>…</> : <HeightLink height={value.value.block_height} />;
}
