import { useAccountNames } from "../../accounts/account-names.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useGrowing } from "../../ui/use-growing.ts";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { findAccounts } from "../landmarks.ts";

/** Accounts that every ledger of this kind has, and what they are for. */
const framework: Readonly<Record<string, string>> = {
  "0x1": "the framework: accounts, coins, governance",
  "0x3": "tokens, first standard",
  "0x4": "token objects",
  "0xa": "the fungible asset that fees are paid in",
};

interface Listed {
  readonly address: string;
  readonly why: string;
}

const columns: readonly Column<Listed>[] = [
  { title: "Account", heads: true, cell: ({ address }) => <AddressLink address={address} full /> },
  { title: "Why it is here", cell: ({ why }) => why },
];

/** Accounts to begin with: the API has no list of all. */
export function AccountsView() {
  const names = useAccountNames();
  const { value: accounts, failure } = useGrowing(findAccounts, "accounts", String);
  const seen = (accounts ?? []).map((address): Listed => ({ address, why: "seen in the latest transactions" }));
  const known = [...names.keys()].map((address): Listed => ({ address, why: "known on every local network" }));
  const system = Object.entries(framework).map(([address, why]): Listed => ({ address, why }));
  // The first reason that an account is listed for is told.
  const listed = new Map([...seen, ...known, ...system].toReversed().map((one) => [one.address, one]));
  return (
    <>
      <ViewHeading title="Accounts" />
      <p class="lead">
        The API has no list of all accounts. These were seen lately or are known from the start; the search finds any
        other one by its address.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      <Table columns={columns} rows={[...listed.values()].toReversed()} rowKey={({ address }) => address} />
    </>
  );
}
