import { bool, struct, u64 } from "@ledger/bcs";
import { Address, formatHex } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";

/** `0x1::aptos_governance::Vote` and `VoteEvent`. */
const Vote = struct("Vote", { proposal: u64, voter: Address, pool: Address, votes: u64, shouldPass: bool });

const voting = ["0x1::aptos_governance::Vote", "0x1::aptos_governance::VoteEvent"];

/** Rows of `proposal_votes`: the votes on proposals of the chain's governance. Where each has an event in both forms, one of the two is a row. */
export function proposalVotes({ version, events, time }: RecordView): Row[] {
  const votes = new Map<string, Row>();
  for (const { type, data } of events) {
    if (!voting.includes(type)) continue;
    const vote = Vote.decodePrefix(data).value;
    const [voter, pool] = [formatHex(vote.voter), formatHex(vote.pool)];
    votes.set(`${vote.proposal} ${voter} ${pool}`, {
      transaction_version: version,
      transaction_timestamp: time,
      proposal_id: vote.proposal,
      voter_address: voter,
      staking_pool_address: pool,
      num_votes: vote.votes,
      should_pass: vote.shouldPass,
    });
  }
  return [...votes.values()];
}
