import type { TSchema } from "typebox";

/** A value that travels as text: its published schema, and the parser that alone decides what is valid. */
export interface TextType<T> {
  readonly schema: TSchema;
  /** @throws an error whose message says what is wrong with the text */
  readonly parse: (text: string) => T;
}

/** A path or query parameter. `T` includes `undefined` when it may be left out. */
export interface Parameter<T> {
  readonly type: TextType<unknown>;
  readonly required: boolean;
  /** True for one that may be given several times: its value is a list then. */
  readonly repeated?: boolean;
  readonly description: string;
  /** For the compiler only: what a handler receives. */
  readonly value?: T;
}

/** Parameters by their name on the wire. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** Values of some parameters, as a handler receives them. */
export type ParameterValues<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** A parameter that must be there, as every path parameter is. */
export function required<T>(type: TextType<T>, description: string): Parameter<T> {
  return { type, required: true, description };
}

/** A query parameter that may be left out. */
export function optional<T>(type: TextType<T>, description: string): Parameter<T | undefined> {
  return { type, required: false, description };
}

/** A query parameter that is given once or several times. */
export function repeated<T>(type: TextType<T>, description: string): Parameter<readonly T[]> {
  return { type, required: true, repeated: true, description };
}
