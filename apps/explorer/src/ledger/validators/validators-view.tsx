import { useLoad } from "../../loading/use-load.ts";
import { formatCount } from "../../text/number.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { GasCoins } from "../asset/amount.tsx";
import { framework } from "../landmarks.ts";
import { readValidators, type Validator } from "./read-validators.ts";

const columns: readonly Column<Validator>[] = [
  { title: "Validator", heads: true, cell: ({ address }) => <AddressLink address={address} /> },
  { title: "State", cell: ({ state }) => state },
  { title: "Voting power", number: true, cell: ({ votingPower }) => <GasCoins units={votingPower} /> },
  { title: "Share", number: true, cell: ({ share }) => (share === undefined ? "" : `${(share * 100).toFixed(2)} %`) },
  {
    title: "Proposals in this epoch",
    number: true,
    cell: ({ proposals }) => (proposals === undefined ? "" : formatCount(proposals.successful)),
  },
  {
    title: "Failed",
    number: true,
    cell: ({ proposals }) =>
      proposals === undefined ? (
        ""
      ) : (
        <span class={proposals.failed === 0n ? undefined : "bad"}>{formatCount(proposals.failed)}</span>
      ),
  },
];

/** The validators of this ledger, as its state lists them. */
export function ValidatorsView() {
  const { info } = useHead();
  // The set changes with the epoch; what each proposed changes with every block.
  const { value, failure, busy } = useLoad((signal) => readValidators(signal), "validators", 5_000);
  return (
    <>
      <ViewHeading title="Validators" />
      <p class="lead">
        The set of this epoch, from the resources <code>0x1::stake::ValidatorSet</code> and{" "}
        <code>ValidatorPerformance</code> of <AddressLink address={framework} />.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      <Facts label="Validators">
        <Fact name="Epoch">{info === undefined ? "…" : formatCount(info.epoch)}</Fact>
        <Fact name="Active">
          {value === undefined ? "…" : formatCount(value.filter(({ state }) => state !== "joins next").length)}
        </Fact>
        <Fact name="Voting power">
          {value === undefined ? (
            "…"
          ) : (
            <GasCoins
              units={value.reduce((sum, { votingPower, share }) => sum + (share === undefined ? 0n : votingPower), 0n)}
            />
          )}
        </Fact>
      </Facts>
      {value !== undefined && value.length > 0 && (
        <Table columns={columns} rows={value} rowKey={({ address, state }) => `${state} ${address}`} busy={busy} />
      )}
      {value?.length === 0 && <p class="quiet">This ledger has no validator set.</p>}
    </>
  );
}
