import type { Middleware } from "koa";
import type { AnswerRoute, RouteMatch } from "./api-router.ts";
import { targetPath } from "./request-query.ts";

/** Paths of one generation that are remembered; at most twice as many are kept. */
const REMEMBERED_PATHS = 4_096;
/** Longer paths are not worth remembering. */
const MAX_REMEMBERED_LENGTH = 512;

/**
 * Remembers what the router made of a path. Matching tries route after route; nodes are asked for the same few paths
 * again and again, and those are found at once.
 */
export class RouteMemory {
  #young = new Map<string, RouteMatch>();
  #old = new Map<string, RouteMatch>();

  /** The match of an earlier request with this method and path. */
  find(method: string, path: string): RouteMatch | undefined {
    const key = `${method} ${path}`;
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const old = this.#old.get(key);
    if (old !== undefined) this.#keep(key, old);
    return old;
  }

  /** Keeps a match for the next request like this one. */
  remember(method: string, path: string, match: RouteMatch): void {
    if (path.length <= MAX_REMEMBERED_LENGTH) this.#keep(`${method} ${path}`, match);
  }

  #keep(key: string, match: RouteMatch): void {
    if (this.#young.size >= REMEMBERED_PATHS) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, match);
  }
}

/** Answers requests whose path has been routed before; all others go on to the router. */
export function answerRemembered(memory: RouteMemory, answer: AnswerRoute): Middleware {
  return (ctx, next) => {
    const match = memory.find(ctx.req.method ?? "", targetPath(ctx.req.url ?? ""));
    return match === undefined ? next() : answer(ctx, match);
  };
}
