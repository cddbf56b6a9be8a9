/**
 * Asked now and then while code runs: a promise suspends it until it is kept, and one that is broken ends it with the promise's error.
 *
 * @param ran - milliseconds since the code began, was asked last, or waited last
 */
export type Pause = (ran: number) => Promise<void> | undefined;
