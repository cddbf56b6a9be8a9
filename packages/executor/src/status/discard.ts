import { type StatusName, statusCodes } from "@ledger/vm";

/** Thrown inside the executor when a transaction cannot be committed; callers of the package get it as an outcome. */
export class Discard extends Error {
  override readonly name = "Discard";
  readonly status: StatusName;
  /** Number of the status. */
  readonly code: number;

  constructor(status: StatusName, message: string = status) {
    super(message);
    this.status = status;
    this.code = statusCodes[status];
  }
}
