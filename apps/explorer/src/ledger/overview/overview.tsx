import { RetentionBar } from "../../charts/retention-bar.tsx";
import { NetworkControls } from "../../local/network-controls.tsx";
import { useLocalNetwork } from "../../local/use-local-network.tsx";
import { chainName, localName } from "../../text/chain-name.ts";
import { formatCount } from "../../text/number.ts";
import { Age } from "../../ui/age.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { LatestDeeds } from "./latest-deeds.tsx";
import { NextSteps } from "./next-steps.tsx";
import { RecentBlocks } from "./recent-blocks.tsx";

/** The ledger at a glance, live: what this chain is, what happened last, and what to do next. */
export function Overview() {
  const { info, failure } = useHead();
  return (
    <>
      <ViewHeading title="Ledger">{info === undefined ? "Ledger" : chainName(info.chain_id)}</ViewHeading>
      {failure !== undefined && <FailureNote failure={failure} />}
      {info === undefined && failure === undefined && <p class="quiet">Loading…</p>}
      {info !== undefined && (
        <>
          <p class="lead chain-story">
            <ChainStory chainId={info.chain_id} />
          </p>
          <Facts label="Ledger">
            <Fact name="Chain id">{info.chain_id}</Fact>
            <Fact name="Ledger version">{formatCount(info.ledger_version)}</Fact>
            <Fact name="Block height">{formatCount(info.block_height)}</Fact>
            <Fact name="Epoch">{formatCount(info.epoch)}</Fact>
            <Fact name="Latest block">
              <Age timestamp={info.ledger_timestamp} />
            </Fact>
            <Fact name="Kept here">{info.oldest_ledger_version === "0" ? "all of it" : "a part"}</Fact>
          </Facts>
          <div class="story-columns">
            <LatestDeeds info={info} />
            <NextSteps />
          </div>
          <NetworkControls />
          {info.oldest_ledger_version !== "0" && (
            <>
              <h2>What is kept</h2>
              <RetentionBar info={info} />
            </>
          )}
          <RecentBlocks height={info.block_height} oldest={info.oldest_block_height} />
        </>
      )}
    </>
  );
}

/** The chain in a sentence: what it is for, and why its records can be believed. */
function ChainStory({ chainId }: { chainId: number }) {
  const { faucet, verbs } = useLocalNetwork();
  const name = chainName(chainId);
  if (faucet === undefined && verbs.size === 0) {
    return <>The ledger of {name}. This node checks the hashes of each record before it stores it.</>;
  }
  if (name === localName) {
    return <>A network for development. This node executes what it is sent, on the real framework.</>;
  }
  return <>A fork for development: the state of {name}, and what was executed on it here.</>;
}
