/** An operation of the served description, as far as the tests need it. */
export interface DescribedOperation {
  readonly operationId: string;
  /** Present where a node without a virtual machine needs another one; false where it has none and refuses. */
  readonly "x-forwarded"?: boolean;
}

/** The status that an operation answers when it is tried with values that exist. */
export function triedStatus(operation: DescribedOperation): RegExp {
  // The framework of the development ledger has views in name only: its functions have no code.
  if (operation.operationId === "view") return /^(200|400)/;
  return operation["x-forwarded"] === false ? /^403/ : /^200/;
}
