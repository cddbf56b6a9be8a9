import { bytes, type Codec, struct } from "@ledger/bcs";

/** `0x1::features::Features`: the feature flags, bit n of which is feature n; the lowest bit of a byte comes first. */
export interface FeaturesResource {
  readonly features: Uint8Array;
}

/** BCS of {@link FeaturesResource}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1} */
export const FeaturesResource: Codec<FeaturesResource> = struct("Features", { features: bytes });
