import { type Codec, struct, u64 } from "@ledger/bcs";
import type { ContractEvent } from "../event/contract-event.ts";
import { EventHandle } from "../event/event-key.ts";
import { structTagsEqual } from "../type-tag/equality.ts";
import { frameworkTag } from "./framework-tag.ts";

/** `0x1::reconfiguration::Configuration`. */
export interface Configuration {
  /** The epoch that the last reconfiguration began. */
  readonly epoch: bigint;
  /** Microseconds since the Unix epoch. */
  readonly lastReconfigurationTime: bigint;
  readonly events: EventHandle;
}

/** BCS of {@link Configuration}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const Configuration: Codec<Configuration> = struct("Configuration", {
  epoch: u64,
  lastReconfigurationTime: u64,
  events: EventHandle,
});

/** The handle event that announces an epoch, and the module event that newer frameworks emit as well. */
const newEpochTags = {
  V1: frameworkTag("reconfiguration", "NewEpochEvent"),
  V2: frameworkTag("reconfiguration", "NewEpoch"),
};

/**
 * True if an event says that its transaction ended an epoch. One transaction may emit both forms.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.2 | Specification, chain types 4.2}
 */
export function isNewEpochEvent({ kind, value: { typeTag } }: ContractEvent): boolean {
  return typeTag.kind === "Struct" && structTagsEqual(typeTag.value, newEpochTags[kind]);
}
