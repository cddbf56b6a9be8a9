/** Chain id of local networks. */
export const LOCAL_CHAIN_ID = 4;
