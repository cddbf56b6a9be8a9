import { QueryRefusal } from "../answering/table.ts";

/** A query as it is sent. */
export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/** @throws QueryRefusal for a body that holds no query */
export function readQuestion(body: Uint8Array): Question {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new QueryRefusal("the request body is not JSON");
  }
  const { query, variables, operationName } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof query !== "string") throw new QueryRefusal("the request body must be an object with a `query`");
  if (variables !== undefined && variables !== null && typeof variables !== "object") {
    throw new QueryRefusal("`variables` must be an object");
  }
  return {
    query,
    variables: (variables ?? undefined) as Question["variables"],
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}
