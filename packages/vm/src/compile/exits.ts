/**
 * How compiled code returns: the frame returned; the interpreter goes on at the frame's instruction, which is not paid; or
 * at one that is; or another frame goes on.
 */
export const exits = { returned: 0, unpaid: 1, paid: 2, called: 3 } as const;
