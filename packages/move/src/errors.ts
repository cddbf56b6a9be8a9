/**
 * The kind of a fault.
 *
 * Binary format (with `offset`): `bad_magic`, `unsupported_version`, `unexpected_end`, `malformed_uleb`, `limit_exceeded`,
 * `bad_table`, `bad_tag`, `bad_identifier`, `nesting_too_deep`, `bad_index`, `type_arity`, `malformed_metadata`.
 *
 * Layouts (with `subject`, the type or module): `module_not_found`, `struct_not_found`, `type_argument_count`,
 * `type_without_values`, `cyclic_layout`, `layout_too_large`, `malformed_module`.
 *
 * Values (with `path`): `malformed_value`, `value_too_large`, `json_mismatch`.
 *
 * Functions and their arguments (with `subject`, and with `argument` where one argument is at fault): `function_not_found`,
 * `function_not_entry`, `argument_count`, `bad_argument`, `malformed_script`.
 *
 * Text and module building: `bad_type_text`, `invalid_spec`.
 */
export type MoveErrorCode =
  | "bad_magic"
  | "unsupported_version"
  | "unexpected_end"
  | "malformed_uleb"
  | "limit_exceeded"
  | "bad_table"
  | "bad_tag"
  | "bad_identifier"
  | "nesting_too_deep"
  | "bad_index"
  | "type_arity"
  | "malformed_metadata"
  | "module_not_found"
  | "struct_not_found"
  | "type_argument_count"
  | "type_without_values"
  | "cyclic_layout"
  | "layout_too_large"
  | "malformed_module"
  | "malformed_value"
  | "value_too_large"
  | "json_mismatch"
  | "function_not_found"
  | "function_not_entry"
  | "argument_count"
  | "bad_argument"
  | "malformed_script"
  | "bad_type_text"
  | "invalid_spec";

/** The place of an error and what was wanted there. Which members are set depends on the code. */
export interface MoveErrorDetails {
  /** Bytes from the start of the input. */
  readonly offset?: number | undefined;
  /** Members and indices from the outermost value inwards, e.g. `["coins", 0, "value"]`. */
  readonly path?: readonly (string | number)[] | undefined;
  /** The type, module or function at fault, as text. */
  readonly subject?: string | undefined;
  /** Index among the arguments a caller gives, so without the signers. */
  readonly argument?: number | undefined;
  /** The JSON type that was expected, e.g. `string<address>`; for a wrong count, every expected type. */
  readonly expected?: string | readonly string[] | undefined;
  /** For a wrong count: how many were given. */
  readonly actual?: number | undefined;
}

/**
 * Thrown by everything in this package. `message` is for people and may change; it never quotes raw input. Programs
 * branch on `code`.
 */
export class MoveError extends Error implements MoveErrorDetails {
  override readonly name = "MoveError";
  readonly code: MoveErrorCode;
  /** The fault in plain words, without the place. */
  readonly reason: string;
  readonly offset: number | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly subject: string | undefined;
  readonly argument: number | undefined;
  readonly expected: string | readonly string[] | undefined;
  readonly actual: number | undefined;

  constructor(code: MoveErrorCode, reason: string, details: MoveErrorDetails = {}, options?: ErrorOptions) {
    super(`${reason}${describePlace(details)}`, options);
    this.code = code;
    this.reason = reason;
    this.offset = details.offset;
    this.path = details.path;
    this.subject = details.subject;
    this.argument = details.argument;
    this.expected = details.expected;
    this.actual = details.actual;
  }
}

function describePlace(details: MoveErrorDetails): string {
  const places: string[] = [];
  if (details.path !== undefined && details.path.length > 0) places.push(`in ${details.path.join(".")}`);
  if (details.offset !== undefined) places.push(`at byte ${details.offset}`);
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
}
