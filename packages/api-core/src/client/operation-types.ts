import type { Parameters, ParameterValues } from "../contract/text-type.ts";
import type { Declared, Route } from "../endpoint/route.ts";
import type { declaredRoutes } from "../routes/index.ts";

type TypesOf<D> = D extends Declared<Route, infer Types> ? Types : never;

/** The types of every operation from the route declarations, as one union. */
export type OperationTypes = TypesOf<(typeof declaredRoutes)[number]>;

/** Id of an operation, e.g. `get_account_balance`. */
export type OperationId = OperationTypes["id"];

type OperationOf<Id extends OperationId> = Extract<OperationTypes, { readonly id: Id }>;

/** The JSON answer of an operation; `never` when it answers only in BCS. */
export type ReplyOf<Id extends OperationId> = OperationOf<Id>["reply"];

type Unchanged<T> = T extends object ? { readonly [Name in keyof T]: Unchanged<T[Name]> } : T;

/** The JSON body of an operation; `undefined` when it takes none. It is only read, so that constant values fit it. */
export type BodyOf<Id extends OperationId> = Unchanged<OperationOf<Id>["body"]>;

/** The forms that a parameter may be written in: integers as they are, everything else as text. */
type Written<T> = [T] extends [readonly (infer Item)[]] ? readonly Written<Item>[] : WrittenOne<T>;
type WrittenOne<T> = [T] extends [bigint | number]
  ? bigint | number | string
  : [T] extends [boolean]
    ? boolean
    : string;

type PathInput<P extends Parameters> = { readonly [Name in keyof P]: Written<ParameterValues<P>[Name]> };
type QueryInput<Q extends Parameters> = {
  readonly [Name in keyof Q]?: Written<Exclude<ParameterValues<Q>[Name], undefined>> | undefined;
};

/** The arguments of a call: each part only where the operation has it. */
export type CallInput<Id extends OperationId> = ([keyof OperationOf<Id>["params"]] extends [never]
  ? { readonly params?: never }
  : { readonly params: PathInput<OperationOf<Id>["params"]> }) &
  ([keyof OperationOf<Id>["query"]] extends [never]
    ? { readonly query?: never }
    : { readonly query?: QueryInput<OperationOf<Id>["query"]> }) &
  ([BodyOf<Id>] extends [undefined] ? { readonly body?: never } : { readonly body: BodyOf<Id> });
