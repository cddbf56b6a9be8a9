import { RetentionBar } from "../../charts/retention-bar.tsx";
import { chainName } from "../../shell/chain-mark.tsx";
import { formatCount } from "../../text/number.ts";
import { formatTime } from "../../text/time.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { RecentAccounts } from "./recent-accounts.tsx";
import { RecentBlocks } from "./recent-blocks.tsx";

/** The ledger at a glance, live. */
export function Overview() {
  const { info, failure } = useHead();
  return (
    <>
      <ViewHeading title="Ledger" />
      {failure !== undefined && <FailureNote failure={failure} />}
      {info === undefined && failure === undefined && <p class="quiet">Loading…</p>}
      {info !== undefined && (
        <>
          <Facts label="Ledger">
            <Fact name="Chain">
              {info.chain_id} <small>{chainName(info.chain_id)}</small>
            </Fact>
            <Fact name="Ledger version">{formatCount(info.ledger_version)}</Fact>
            <Fact name="Block height">{formatCount(info.block_height)}</Fact>
            <Fact name="Epoch">{formatCount(info.epoch)}</Fact>
            <Fact name="Latest block">{formatTime(info.ledger_timestamp)}</Fact>
            <Fact name="Node">{info.node_role.replaceAll("_", " ")}</Fact>
          </Facts>
          <h2>What is kept</h2>
          <RetentionBar info={info} />
          <RecentBlocks height={info.block_height} oldest={info.oldest_block_height} />
          <RecentAccounts />
        </>
      )}
    </>
  );
}
