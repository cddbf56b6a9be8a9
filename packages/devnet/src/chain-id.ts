/** Chain id of the development ledger: that of local test networks. @see Ledger specification, chain types §2, ChainId */
export const CHAIN_ID = 4;
