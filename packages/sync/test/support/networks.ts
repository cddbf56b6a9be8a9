/** Networks of the shared genesis vectors. */
export const networks = ["mainnet", "testnet", "devnet", "randomnet", "previewnet3"] as const;

export type Network = (typeof networks)[number];
