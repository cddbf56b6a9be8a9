import type { Address, EntryFunctionId } from "@ledger/types";
import type { SourcePlace } from "../trace/source-map.ts";
import type { ExpectedFailure } from "./expected-failure.ts";

/** A function that is marked as a test. */
export interface UnitTest {
  readonly id: EntryFunctionId;
  /** The values of the parameters, by position: a signer or address; `undefined` asks for a random value. */
  readonly arguments: readonly (Address | undefined)[];
  /** Undefined where the test must return. */
  readonly expectedFailure: ExpectedFailure | undefined;
}

/** A test as it stands in a source file. */
export interface DeclaredTest {
  /** The module that it belongs to, e.g. `0xcafe::shop`. */
  readonly module: string;
  readonly name: string;
  /** The place of the function. */
  readonly place: SourcePlace;
  /** Undefined where its attributes cannot be understood. */
  readonly test: UnitTest | undefined;
  /** The reason in words why there is no test. */
  readonly problem: string | undefined;
}
