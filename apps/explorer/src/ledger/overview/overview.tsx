import { node } from "../../api/node.ts";
import { RetentionBar } from "../../charts/retention-bar.tsx";
import { chainName } from "../../shell/chain-mark.tsx";
import { formatCount } from "../../text/number.ts";
import { formatTime } from "../../text/time.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { useLoad } from "../../ui/use-load.ts";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { useAt } from "../../version/use-at.ts";
import { VersionBar } from "../../version/version-bar.tsx";
import { RecentAccounts } from "./recent-accounts.tsx";
import { RecentBlocks } from "./recent-blocks.tsx";

/** The ledger at a glance: live, or as it was when a chosen version was committed. */
export function Overview() {
  const { info, failure } = useHead();
  const [at, choose] = useAt();
  const then = useLoad((signal) => node.call("get_block_by_version", { params: { version: at ?? "0" }, signal }), at);
  const block = at === undefined ? undefined : then.value?.value;
  return (
    <>
      <ViewHeading title="Ledger" />
      {failure !== undefined && <FailureNote failure={failure} />}
      {info === undefined && failure === undefined && <p class="quiet">Loading…</p>}
      {info !== undefined && (
        <>
          <VersionBar at={at} onSelect={choose} label="Show the ledger at" />
          {at !== undefined && then.failure !== undefined && <FailureNote failure={then.failure} />}
          <Facts label="Ledger">
            <Fact name="Chain">
              {info.chain_id} <small>{chainName(info.chain_id)}</small>
            </Fact>
            <Fact name="Ledger version">{formatCount(at ?? info.ledger_version)}</Fact>
            <Fact name="Block height">
              {at === undefined ? formatCount(info.block_height) : blockFact(block?.block_height)}
            </Fact>
            {at === undefined && <Fact name="Epoch">{formatCount(info.epoch)}</Fact>}
            <Fact name={at === undefined ? "Latest block" : "Block of this version"}>
              {at === undefined
                ? formatTime(info.ledger_timestamp)
                : block === undefined
                  ? "…"
                  : formatTime(block.block_timestamp)}
            </Fact>
            <Fact name="Node">{info.node_role.replaceAll("_", " ")}</Fact>
          </Facts>
          <h2>What is kept</h2>
          <RetentionBar info={info} at={at} />
          <RecentBlocks
            height={at === undefined ? info.block_height : block?.block_height}
            oldest={info.oldest_block_height}
          />
          {at === undefined && <RecentAccounts />}
        </>
      )}
    </>
  );
}

function blockFact(height: string | undefined): string {
  return height === undefined ? "…" : formatCount(height);
}
