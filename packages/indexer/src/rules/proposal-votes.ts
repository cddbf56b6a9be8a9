import { bool, struct, u64 } from "@ledger/bcs";
import { Address, formatHex } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";

/** `0x1::aptos_governance::Vote` and `VoteEvent`. */
const Vote = struct("Vote", { proposal: u64, voter: Address, pool: Address, votes: u64, shouldPass: bool });

const voting = ["0x1::aptos_governance::Vote", "0x1::aptos_governance::VoteEvent"];

/** Rows of `proposal_votes`: the votes on proposals of the chain's governance. */
export function proposalVotes({ version, events, time }: RecordView): Row[] {
  return events.flatMap(({ type, data }) => {
    if (!voting.includes(type)) return [];
    const { proposal, voter, pool, votes, shouldPass } = Vote.decodePrefix(data).value;
    return [
      {
        transaction_version: version,
        transaction_timestamp: time,
        proposal_id: proposal,
        voter_address: formatHex(voter),
        staking_pool_address: formatHex(pool),
        num_votes: votes,
        should_pass: shouldPass,
      },
    ];
  });
}
