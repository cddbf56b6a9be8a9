/** An operation of the served description, as far as the tests need it. */
export interface DescribedOperation {
  readonly operationId: string;
  /** Present where a node without a virtual machine needs another one; false where it has none and refuses. */
  readonly "x-forwarded"?: boolean;
}

/** The status that an operation answers when it is tried with values that exist. */
export function triedStatus(operation: DescribedOperation): RegExp {
  return operation["x-forwarded"] === false ? /^403/ : /^200/;
}
