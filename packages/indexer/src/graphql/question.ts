import { QueryRefusal } from "../answering/table.ts";
import { queryBounds } from "./query-bounds.ts";

/** A query as it is sent. */
export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/** The queries of one body: one, or a list of them that is answered by a list. */
export interface Questions {
  readonly all: readonly Question[];
  readonly isList: boolean;
}

/** @throws QueryRefusal for a body that holds no query */
export function readQuestions(body: Uint8Array): Questions {
  const { length, operations } = queryBounds;
  if (body.length > length) throw new QueryRefusal(`the request body may have ${length} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new QueryRefusal("the request body is not JSON");
  }
  if (!Array.isArray(value)) return { all: [readQuestion(value)], isList: false };
  if (value.length === 0) throw new QueryRefusal("a list has one operation, at least");
  if (value.length > operations) throw new QueryRefusal(`a list may have ${operations} operations`);
  return { all: value.map(readQuestion), isList: true };
}

function readQuestion(value: unknown): Question {
  const { query, variables, operationName } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof query !== "string") throw new QueryRefusal("the request body must be an object with a `query`");
  if (variables !== undefined && variables !== null && typeof variables !== "object") {
    throw new QueryRefusal("`variables` must be an object");
  }
  checkVariables(variables);
  return {
    query,
    variables: (variables ?? undefined) as Question["variables"],
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

/** Bounds what conditions in variables can make work of, as the tokens of a query do. @throws QueryRefusal */
function checkVariables(variables: unknown): void {
  let level = [variables];
  let [members, values] = [0, 0];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > queryBounds.variableDepth) throw new QueryRefusal("the variables are too deep");
    const inner: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      const isList = Array.isArray(item);
      for (const one of isList ? item : Object.values(item)) {
        if (isList && typeof one !== "object") values += 1;
        else members += 1;
        inner.push(one);
      }
    }
    level = inner;
  }
  if (members > queryBounds.tokens) throw new QueryRefusal(`variables may have ${queryBounds.tokens} members`);
  if (values > queryBounds.values) throw new QueryRefusal(`lists of variables may have ${queryBounds.values} values`);
}
