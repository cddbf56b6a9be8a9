export {
  coreAccount,
  developmentAccounts,
  formatPrivateKey,
  type LocalAccount,
  localAccounts,
  ownAccount,
  printedAddress,
  seededAccount,
  shopAccount,
} from "./accounts.ts";
export type { BlockTrigger } from "./chain/block-schedule.ts";
export { ChainClock, type ChainClockOptions } from "./chain/chain-clock.ts";
export type { ChainHead } from "./chain/chain-head.ts";
export { ChainState, type ChainStateMark } from "./chain/chain-state.ts";
export type { DiscardReason } from "./chain/discard-reason.ts";
export {
  LocalChain,
  type LocalChainOptions,
  type MakeBlockOptions,
} from "./chain/local-chain.ts";
export type { StoredChain } from "./chain/stored-chain.ts";
export { invalidText } from "./chain/submit-transaction.ts";
export { LocalChainError, type LocalChainErrorCode } from "./errors.ts";
export { type FaucetGrant, faucetTransaction } from "./faucet.ts";
export { forkExpiration } from "./fork/fork-expiration.ts";
export { forkFaucetAddress, forkFaucetEdits } from "./fork/fork-faucet.ts";
export { type ForkStart, readForkStart } from "./fork/fork-start.ts";
export { type ForkedLedger, type ForkedLedgerOptions, readForkedLedger } from "./fork/forked-ledger.ts";
export { buildLocalGenesis } from "./genesis/build-genesis.ts";
export { localChainId } from "./genesis/chain-id.ts";
export {
  type FeatureChanges,
  featureDifference,
  featureOptionsText,
  genesisFeatures,
  namesOfFeatures,
  readFeatures,
} from "./genesis/feature-changes.ts";
export { readLocalGenesis } from "./genesis/read-genesis.ts";
export { createLocalChainSource, type LocalChainSource, type LocalChainSourceOptions } from "./source.ts";
