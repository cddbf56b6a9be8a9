import type { ComponentChildren } from "preact";
import type { Transaction, TransactionPayload } from "../../api/answers.ts";
import { useLoad } from "../../loading/use-load.ts";
import { Link } from "../../routing/link.tsx";
import { formatCount } from "../../text/number.ts";
import { AddressLink } from "../../ui/names.tsx";
import { Amount } from "../asset/amount.tsx";
import { gasCoin, readAssetName } from "../asset/read-asset.ts";
import { payloadFacts } from "./transaction-kind.ts";

/** A transaction in a sentence. */
export function Story({ transaction }: { transaction: Transaction }) {
  return (
    <p class="story">
      <Deed transaction={transaction} />{" "}
      {transaction.sender !== undefined && !transaction.success && <span class="bad">– it failed</span>}
    </p>
  );
}

/** Sender and action of a transaction, as far as one sentence can say it. */
export function Deed({ transaction: { sender, proposer, payload, type, round } }: { transaction: Transaction }) {
  if (sender !== undefined && payload !== undefined) {
    return (
      <>
        <AddressLink address={sender} /> <Act payload={payload} />
      </>
    );
  }
  if (proposer !== undefined) {
    return (
      <>
        <AddressLink address={proposer} /> proposed a block in round {formatCount(round ?? "")}.
      </>
    );
  }
  return <>{systemStories[type] ?? ""}</>;
}

const systemStories: Readonly<Record<string, string>> = {
  genesis_transaction: "The ledger begins.",
  state_checkpoint_transaction: "A block ends; the state is hashed.",
  block_epilogue_transaction: "A block ends; the state is hashed.",
  validator_transaction: "The validators agreed on something themselves.",
  opaque_transaction: "A transaction of a kind that this node cannot decode.",
};

function Act({ payload }: { payload: TransactionPayload }) {
  const inner = payload.transaction_payload;
  if (payload.multisig_address !== undefined) {
    return (
      <>
        made the multisig account <AddressLink address={payload.multisig_address} /> act
        {inner != null && (
          <>
            {": it "}
            <Act payload={inner} />
          </>
        )}
      </>
    );
  }
  if (payload.function === undefined) return <>{payloadFacts(payload).deed}</>;
  return <>{knownDeed(payload) ?? <Called name={payload.function} />}</>;
}

function Called({ name }: { name: string }) {
  const [address = "", module = "", item] = name.split("::");
  return (
    <>
      called{" "}
      <Link to={{ view: "module", address, name: module, item }} title={name}>
        <code>{item}</code>
      </Link>{" "}
      of{" "}
      <Link to={{ view: "module", address, name: module }}>
        <code>{module}</code>
      </Link>
    </>
  );
}

/** Calls of the framework that have a word of their own. */
function knownDeed({ function: name = "", arguments: args = [], type_arguments: types = [] }: TransactionPayload) {
  const given = (index: number): string | undefined => addressText(args[index]);
  const [first, second] = [given(0), given(1)];
  const sent = (asset: string | undefined, to: string | undefined, amount: unknown): ComponentChildren =>
    asset === undefined || to === undefined || typeof amount !== "string" || !/^\d+$/.test(amount) ? undefined : (
      <Sent asset={asset} to={to} amount={amount} />
    );
  switch (name) {
    case "0x1::aptos_account::transfer":
      return sent(gasCoin, first, args[1]);
    case "0x1::aptos_account::transfer_coins":
    case "0x1::coin::transfer":
      return sent(types[0], first, args[1]);
    case "0x1::aptos_account::transfer_fungible_assets":
    case "0x1::primary_fungible_store::transfer":
      return sent(first, second, args[2]);
    case "0x1::object::transfer":
    case "0x1::object::transfer_call":
      if (first === undefined || second === undefined) return undefined;
      return (
        <>
          gave the object <AddressLink address={first} /> to <AddressLink address={second} />
        </>
      );
    case "0x1::aptos_account::create_account":
      if (first === undefined) return undefined;
      return (
        <>
          created the account <AddressLink address={first} />
        </>
      );
    case "0x1::code::publish_package_txn":
      return <>published a package</>;
    default:
      return undefined;
  }
}

function Sent({ asset, to, amount }: { asset: string; to: string; amount: string }) {
  const { value } = useLoad(() => readAssetName(asset), asset);
  return (
    <>
      sent <Amount units={amount} asset={value} /> to <AddressLink address={to} />
    </>
  );
}

/** An address as an argument: as it is, or in an object. */
function addressText(argument: unknown): string | undefined {
  const inner: unknown = typeof argument === "object" && argument !== null ? Reflect.get(argument, "inner") : argument;
  return typeof inner === "string" && /^0x[0-9a-fA-F]+$/.test(inner) ? inner : undefined;
}
