/**
 * The kind of a fault, as a closed union. Codes are stable; message texts are for people and may change.
 *
 * Refused input: `unexpected_end`, `trailing_bytes`, `uleb128_not_minimal`, `uleb128_overflow`, `invalid_bool`,
 * `invalid_option_tag`, `invalid_utf8`, `unknown_variant`, `length_too_large`, `map_not_ascending`, `depth_exceeded`,
 * `out_of_range`, `invalid_value`.
 *
 * Refused values: `wrong_type`, `wrong_length`, `out_of_range`, `lone_surrogate`, `duplicate_key`, `unknown_variant`,
 * `length_too_large`, `depth_exceeded`, `invalid_value`, `target_too_small`.
 *
 * Refused schemas, when a codec is built: `invalid_schema`.
 */
export type BcsErrorCode =
  | "unexpected_end"
  | "trailing_bytes"
  | "uleb128_not_minimal"
  | "uleb128_overflow"
  | "invalid_bool"
  | "invalid_option_tag"
  | "invalid_utf8"
  | "unknown_variant"
  | "length_too_large"
  | "map_not_ascending"
  | "duplicate_key"
  | "depth_exceeded"
  | "out_of_range"
  | "wrong_type"
  | "wrong_length"
  | "lone_surrogate"
  | "invalid_value"
  | "target_too_small"
  | "invalid_schema";

/** One step of a field path: a member name (tuple items have the names "0", "1", …) or the index of a sequence item. */
export type PathSegment = string | number;

// A path longer than this tells a person nothing more, and hostile input must not choose the size of a log line.
const maxPathSegments = 32;

/** The only error this package throws. Its text never holds input bytes or values. */
export class BcsError extends Error {
  override readonly name = "BcsError";
  /** The kind of the fault. */
  readonly code: BcsErrorCode;
  /** The place of the fault: bytes from the start of the input when decoding, of the output when encoding. */
  readonly offset: number;
  /** Wire name of the type that was being read or written, e.g. `vector<u64>`. */
  readonly expected: string;
  /** Steps from the outermost value to the refused one, innermost first: containers add theirs while the error passes. */
  readonly #steps: PathSegment[];

  /**
   * @param offset - bytes from the start of the input or output
   * @param expected - wire name of the type
   * @param steps - path to the value, innermost step first
   */
  constructor(
    code: BcsErrorCode,
    offset: number,
    expected: string,
    steps: readonly PathSegment[] = [],
    options?: ErrorOptions,
  ) {
    super(describe(code, offset, expected, steps), options);
    this.code = code;
    this.offset = offset;
    this.expected = expected;
    this.#steps = [...steps];
  }

  /** Field path of the refused value, e.g. `writeSet.0.value.args[3]`; empty for the outermost value. */
  get path(): string {
    return formatPath(this.#steps);
  }

  /**
   * Adds the outer step a container knows to the path of an error that passes through it; other errors are left alone.
   *
   * @returns the same error, to be thrown on
   */
  static within(error: unknown, step: PathSegment): unknown {
    if (error instanceof BcsError) {
      error.#steps.push(step);
      error.message = describe(error.code, error.offset, error.expected, error.#steps);
    }
    return error;
  }
}

function describe(code: BcsErrorCode, offset: number, expected: string, steps: readonly PathSegment[]): string {
  const place = steps.length === 0 ? "" : `, in ${formatPath(steps)}`;
  return `${code} at byte ${offset}${place} (expected ${expected})`;
}

function formatPath(steps: readonly PathSegment[]): string {
  let path = "";
  const shown = Math.min(steps.length, maxPathSegments);
  for (let i = 0; i < shown; i++) {
    const step = steps[steps.length - 1 - i]!;
    if (typeof step === "number") path += `[${step}]`;
    else path += path === "" ? step : `.${step}`;
  }
  return shown < steps.length ? `${path}…` : path;
}
