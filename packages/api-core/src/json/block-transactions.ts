import type { JsonWriter } from "@ledger/move";
import {
  type BlockEpiloguePayload,
  type BlockMetadata,
  type BlockMetadataExt,
  formatAddress,
  formatHash,
  formatHex,
  setBits,
  type ValidatorTransaction,
} from "@ledger/types";
import { providerKeysToJson } from "./provider-keys.ts";

/** Members that a block's first transaction has besides those of its info. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13} */
export function blockMetadataToJson(metadata: BlockMetadata): object {
  return {
    id: formatHash(metadata.id),
    epoch: metadata.epoch.toString(),
    round: metadata.round.toString(),
    previous_block_votes_bitvec: [...metadata.previousBlockVotesBitvec],
    proposer: formatAddress(metadata.proposer),
    failed_proposer_indices: metadata.failedProposerIndices,
    timestamp: metadata.timestampUsecs.toString(),
  };
}

/** The same for later protocols, with what they add. */
export function blockMetadataExtToJson(metadata: BlockMetadataExt): object {
  const members = blockMetadataToJson(metadata.value);
  if (metadata.kind === "V0") return { ...members, block_metadata_extension: { type: "v0" } };
  const { randomness } = metadata.value;
  const extension = {
    type: metadata.kind.toLowerCase(),
    ...(randomness !== undefined && { randomness: formatHex(randomness.randomness) }),
  };
  return { ...members, block_metadata_extension: extension };
}

/** Appends how full the block was, for its last transaction. Two sizes are bare numbers, to the last digit. */
export function writeBlockEndInfo(output: JsonWriter, { value }: BlockEpiloguePayload): void {
  const info = value.blockEndInfo.value;
  output.beginObject().members({
    block_gas_limit_reached: info.blockGasLimitReached,
    block_output_limit_reached: info.blockOutputLimitReached,
  });
  output.member("block_effective_block_gas_units").bareInteger(info.blockEffectiveBlockGasUnits);
  output.member("block_approx_output_size").bareInteger(info.blockApproxOutputSize);
  output.endObject();
}

/** Members of a transaction that the validators put into a block themselves. */
export function validatorTransactionToJson(transaction: ValidatorTransaction): object {
  switch (transaction.kind) {
    case "ObservedJWKUpdate": {
      const { update, multiSig } = transaction.value;
      return {
        validator_transaction_type: "observed_jwk_update",
        quorum_certified_update: {
          update: providerKeysToJson(update),
          multi_sig: {
            signer_indices: setBits(multiSig.validatorBitmask),
            sig: multiSig.signature && formatHex(multiSig.signature),
          },
        },
      };
    }
    case "DKGResult": {
      const { metadata, transcriptBytes } = transaction.value;
      return dkgToJson("dkg_result", metadata.epoch, formatAddress(metadata.author), transcriptBytes);
    }
    case "ChunkyDKGResult": {
      const { epoch, author, transcript } = transaction.value;
      return dkgToJson("chunky_dkg_result", epoch, formatAddress(author), transcript);
    }
  }
}

function dkgToJson(type: string, epoch: bigint, author: string, transcript: Uint8Array): object {
  return {
    validator_transaction_type: type,
    dkg_transcript: { epoch: epoch.toString(), author, payload: formatHex(transcript) },
  };
}
