/** A store for the knowledge of forks, a text for each chain and version. */
export interface ForkCache {
  /** For people: where it is. */
  readonly name: string;
  /** Chains of which there is something at a version. */
  chainsAt(version: bigint): Promise<readonly number[]>;
  /** @returns `undefined` where there is nothing */
  load(chainId: number, version: bigint): Promise<string | undefined>;
  /** Replaces what there is, in one step: a reader sees the old text or the new one. */
  save(chainId: number, version: bigint, text: string): Promise<void>;
}
