import type { ComponentType } from "preact";
import type { TypeText } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";

/** A Move value in its JSON form. */
export interface ValueProps {
  readonly value: unknown;
  /** Type of the value, where it is known: it tells addresses from bytes, and tables from what looks like them. */
  readonly type: TypeText | undefined;
  readonly at: At;
}

/** Component for the parts of a value. The parts are values again: it is handed down, so that no two files import each other. */
export type ValueComponent = ComponentType<ValueProps>;
