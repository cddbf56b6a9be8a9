/**
 * About what a row takes in addition to its own bytes: tuple and page heads, index entries. Only disk budgets are weighed with it, so a
 * tenth more or less does not matter.
 */
export const rowBytes = { stateValue: 110, stateKey: 150, record: 420, topic: 90 } as const;
