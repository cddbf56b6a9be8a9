export { buildChain, type ChainOptions, chainBlocks, type TestChain } from "./build-chain.ts";
export type { ChainValidator } from "./chain-genesis.ts";
