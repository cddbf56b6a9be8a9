import type { RouteMatch } from "./api-router.ts";

/** Paths of one generation that are remembered; at most twice as many are kept of a method. */
const REMEMBERED_PATHS = 4_096;
/** Longer paths are not worth remembering. */
const MAX_REMEMBERED_LENGTH = 512;

/** Two generations: what was asked for within the last {@link REMEMBERED_PATHS} new paths is there. */
interface Generations {
  young: Map<string, RouteMatch>;
  old: Map<string, RouteMatch>;
}

/**
 * Remembers what the router made of a path. Matching tries route after route; nodes are asked for the same few paths
 * again and again, and those are found at once.
 */
export class RouteMemory {
  /** By method: the router has answered it, so there are only as many as routes have. */
  readonly #paths = new Map<string, Generations>();

  /** The match of an earlier request with this method and path. */
  find(method: string, path: string): RouteMatch | undefined {
    const paths = this.#paths.get(method);
    if (paths === undefined) return undefined;
    const young = paths.young.get(path);
    if (young !== undefined) return young;
    const old = paths.old.get(path);
    if (old !== undefined) keep(paths, path, old);
    return old;
  }

  /** Keeps a match for the next request like this one. */
  remember(method: string, path: string, match: RouteMatch): void {
    if (path.length > MAX_REMEMBERED_LENGTH) return;
    let paths = this.#paths.get(method);
    if (paths === undefined) {
      paths = { young: new Map(), old: new Map() };
      this.#paths.set(method, paths);
    }
    keep(paths, path, match);
  }
}

function keep(paths: Generations, path: string, match: RouteMatch): void {
  if (paths.young.size >= REMEMBERED_PATHS) {
    paths.old = paths.young;
    paths.young = new Map();
  }
  paths.young.set(path, match);
}
