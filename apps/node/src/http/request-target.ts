/** Scheme and host of a target in absolute form, as proxies send it. */
const origin = /^https?:\/\/[^/?]*/i;

/** The path of a request target: everything before its query. */
export function targetPath(target: string): string {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  return path.startsWith("/") ? path : path.replace(origin, "") || "/";
}

/** Shared by all requests without one: queries are never changed. */
const noQuery = new URLSearchParams();

/** The query of a request target. */
export function targetQuery(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return start < 0 ? noQuery : new URLSearchParams(target.slice(start));
}
