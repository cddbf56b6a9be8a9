import type { ComponentType } from "preact";
import type { TypeText } from "../move/type-text.ts";

/** A form for a Move value. */
export interface ValueFormProps {
  readonly type: TypeText;
  /** Name of the field, parameter or key. */
  readonly label: string;
  /** The value so far, in the API's JSON form. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A form whose parts are forms again: what makes them is handed down, so that no file needs its own user. */
export interface CompositeFormProps extends ValueFormProps {
  readonly Part: ComponentType<ValueFormProps>;
}
