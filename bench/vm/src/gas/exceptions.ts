/** Natives or instructions that may take longer than others for their gas. */
export interface Exception {
  readonly names: readonly string[];
  /** Most times the time of `add` for the same gas. */
  readonly limit: number;
  /** Why the time for a unit of gas may grow with the size, where it does. */
  readonly grows?: string;
  readonly reason: string;
}

/** Natives and instructions that may go beyond the usual limit, and why. */
export const exceptions: readonly Exception[] = [];
