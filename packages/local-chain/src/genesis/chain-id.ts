/** Chain id of local networks. */
export const localChainId = 4;
