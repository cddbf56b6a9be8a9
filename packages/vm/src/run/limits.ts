/** Operands that all frames of a call from outside may have together. */
export const maxOperands = 1024;

/** Frames that may wait for the uppermost one. */
export const maxWaitingFrames = 1024;
