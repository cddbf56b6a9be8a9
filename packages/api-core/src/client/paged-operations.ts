import type { OperationId, ReplyOf } from "./operation-types.ts";
import type { operations } from "./operations.ts";

/** Id of an operation whose answers are pages with a cursor between them. */
export type PagedOperationId = {
  [Id in OperationId]: (typeof operations)[Id] extends { readonly paged: true } ? Id : never;
}[OperationId];

/** One item of the pages of an operation. */
export type ItemOf<Id extends PagedOperationId> = ReplyOf<Id> extends readonly (infer Item)[] ? Item : never;
