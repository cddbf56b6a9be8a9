import { useState } from "preact/hooks";
import { useLoad } from "../../loading/use-load.ts";
import { canFund } from "../../local/control-network.ts";
import { findLocalNetwork, type LocalNetwork } from "../../local/local-network.ts";
import { formatHex } from "../../text/hex.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useGrowing } from "../../ui/use-growing.ts";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { findAccounts } from "../landmarks.ts";
import { FundButton } from "./fund-button.tsx";
import { GasBalance } from "./gas-balance.tsx";

/** Accounts that every ledger of this kind has, and what they are for. */
const framework: Readonly<Record<string, string>> = {
  "0x1": "the framework: accounts, coins, governance",
  "0x3": "tokens, first standard",
  "0x4": "token objects",
  "0xa": "the fungible asset that fees are paid in",
};

interface Listed {
  readonly address: string;
  readonly why: string | undefined;
  readonly privateKey?: Uint8Array;
}

/** Accounts to begin with: the API has no list of all. */
export function AccountsView() {
  const { info } = useHead();
  const { value: network } = useLoad(
    () => findLocalNetwork(info?.chain_id ?? 0),
    info === undefined ? undefined : `network ${info.chain_id}`,
  );
  const { value: accounts, failure } = useGrowing(findAccounts, "accounts", String);
  // The accounts of the network come first: what is below them must not move.
  if (network === undefined) {
    return (
      <>
        <ViewHeading title="Accounts" />
        <p class="quiet">Looking for accounts…</p>
      </>
    );
  }
  const funded = network.accounts.map(({ address, privateKey }): Listed => ({ address, why: undefined, privateKey }));
  const listed = new Set(funded.map(({ address }) => address));
  const seen = (accounts ?? [])
    .filter((address) => !listed.has(address) && framework[address] === undefined)
    .map((address): Listed => ({ address, why: "in the latest transactions" }));
  const system = Object.entries(framework).map(([address, why]): Listed => ({ address, why }));
  return (
    <>
      <ViewHeading title="Accounts" />
      <p class="lead">
        The API has no list of all accounts. These were seen lately or are known from the start; the search finds any
        other one by its address.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      <Group
        title="Accounts of this local network"
        note="Everybody knows their keys: they are for development only."
        accounts={funded}
        network={network}
      />
      <Group title="The framework" accounts={system} network={network} />
      {/* It grows, so nothing comes after it. */}
      <Group title="Seen lately" accounts={seen} network={network} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly note?: string;
  readonly accounts: readonly Listed[];
  readonly network: LocalNetwork;
}

function Group({ title, note, accounts, network }: GroupProps) {
  const [round, setRound] = useState(0);
  if (accounts.length === 0) return null;
  const columns: readonly Column<Listed>[] = [
    { title: "Account", heads: true, cell: ({ address }) => <AddressLink address={address} /> },
    { title: "Balance", number: true, cell: ({ address }) => <GasBalance address={address} round={round} /> },
    accounts.some(({ privateKey }) => privateKey !== undefined)
      ? keyColumn
      : { title: "Why it is here", cell: ({ why }) => why },
    ...(canFund(network)
      ? [
          {
            title: "Faucet",
            cell: ({ address }: Listed) => <FundButton address={address} onFunded={() => setRound(round + 1)} />,
          },
        ]
      : []),
  ];
  return (
    <section>
      <h2>
        {title} <small>{accounts.length}</small>
      </h2>
      {note !== undefined && <p class="quiet note">{note}</p>}
      <Table class="accounts" columns={columns} rows={accounts} rowKey={({ address }) => address} />
    </section>
  );
}

const keyColumn: Column<Listed> = {
  title: "Private key",
  cell: ({ privateKey }) =>
    privateKey === undefined ? null : (
      <CopyButton text={`ed25519-priv-${formatHex(privateKey)}`} what="private key, for development only" />
    ),
};
