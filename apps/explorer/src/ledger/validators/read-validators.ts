import { toFailure } from "../../api/failure.ts";
import { node } from "../../api/node.ts";
import { framework } from "../landmarks.ts";

/** A validator of the present epoch, or of the next one. */
export interface Validator {
  /** Address of its stake pool. */
  readonly address: string;
  readonly state: "active" | "leaves next" | "joins next";
  readonly votingPower: bigint;
  /** Part of the voting power of the epoch, 0 to 1; `undefined` for one that has none yet. */
  readonly share: number | undefined;
  /** Blocks that it was to propose in this epoch. */
  readonly proposals: { readonly successful: bigint; readonly failed: bigint } | undefined;
}

interface Listed {
  readonly addr: string;
  readonly voting_power: string;
  readonly config: { readonly validator_index: string };
}

interface ValidatorSet {
  readonly active_validators: readonly Listed[];
  readonly pending_inactive: readonly Listed[];
  readonly pending_active: readonly Listed[];
}

interface Performance {
  readonly validators: readonly { readonly successful_proposals: string; readonly failed_proposals: string }[];
}

/** Reads the validators from the framework's resources, those with the most voting power first. @throws ApiFailure */
export async function readValidators(signal: AbortSignal): Promise<readonly Validator[]> {
  const [set, performance] = await Promise.all([
    readResource<ValidatorSet>("0x1::stake::ValidatorSet", signal),
    readResource<Performance>("0x1::stake::ValidatorPerformance", signal),
  ]);
  if (set === undefined) return [];
  const powers = [...set.active_validators, ...set.pending_inactive].map(({ voting_power }) => BigInt(voting_power));
  const total = powers.reduce((sum, power) => sum + power, 0n);
  const member = (listed: Listed, state: Validator["state"]): Validator => {
    const votingPower = BigInt(listed.voting_power);
    const done = state === "joins next" ? undefined : performance?.validators[Number(listed.config.validator_index)];
    return {
      address: listed.addr,
      state,
      votingPower,
      share:
        state === "joins next" || total === 0n ? undefined : Number((votingPower * 1_000_000n) / total) / 1_000_000,
      proposals: done && { successful: BigInt(done.successful_proposals), failed: BigInt(done.failed_proposals) },
    };
  };
  return [
    ...set.active_validators.map((listed) => member(listed, "active")),
    ...set.pending_inactive.map((listed) => member(listed, "leaves next")),
    ...set.pending_active.map((listed) => member(listed, "joins next")),
  ].sort((a, b) => (a.votingPower < b.votingPower ? 1 : a.votingPower > b.votingPower ? -1 : 0));
}

/** A resource of the framework; `undefined` where the ledger has none. */
async function readResource<T>(type: string, signal: AbortSignal): Promise<T | undefined> {
  try {
    const params = { address: framework, resource_type: type };
    return (await node.call("get_account_resource", { params, signal })).value.data as T;
  } catch (error) {
    if (signal.aborted || toFailure(error).status !== 404) throw error;
    return undefined;
  }
}
