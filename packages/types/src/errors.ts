/** Every way in which this package refuses an input. */
export type TypesErrorCode =
  | "invalid_hex"
  | "invalid_address"
  | "invalid_hash"
  | "invalid_number"
  | "invalid_identifier"
  | "invalid_module_id"
  | "invalid_entry_function_id"
  | "invalid_type_tag"
  | "invalid_struct_tag"
  | "type_tag_too_deep"
  | "invalid_state_key"
  | "invalid_cursor"
  | "invalid_multi_ed25519"
  | "out_of_range"
  | "duplicate_key"
  | "unsorted_keys"
  | "invalid_accumulator"
  | "invalid_proof"
  | "invalid_waypoint"
  | "invalid_genesis"
  | "genesis_not_direct"
  | "missing_resource"
  | "invalid_resource"
  | "invalid_validator_set";

/** The place of a fault, as far as the refusing function knows it. */
export interface TypesErrorOptions extends ErrorOptions {
  /** Index of the offending character in the text, as its documentation counts it. */
  readonly position?: number | undefined;
  /** Index of the offending byte in the input. */
  readonly offset?: number | undefined;
}

/**
 * The one error class of this package. Programs branch on `code`; the message is for people, may change, and repeats
 * input text only when that is short and printable.
 */
export class TypesError extends Error {
  override readonly name = "TypesError";
  /** The kind of the refused input. */
  readonly code: TypesErrorCode;
  /** Index of the offending character, when the input is text and one character is to blame. */
  readonly position: number | undefined;
  /** Index of the offending byte, when the input is bytes. */
  readonly offset: number | undefined;

  constructor(code: TypesErrorCode, message: string, options: TypesErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.position = options.position;
    this.offset = options.offset;
  }
}
