import { apiRoot } from "@ledger/api-core";
import type { Middleware } from "koa";
import type { PageHeaders } from "./page-headers.ts";

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ledger node</title></head>
<body>
<h1>Ledger node</h1>
<ul>
<li><a href="${apiRoot}/spec">Explorer</a></li>
<li><a href="${apiRoot}">API</a></li>
<li><a href="${apiRoot}/spec.json">API description</a></li>
</ul>
</body>
</html>
`;

/** The server's root: a page that leads to the API and its explorer. */
export const landing =
  (pageHeaders: PageHeaders): Middleware =>
  (ctx, next) => {
    const { path, method } = ctx;
    if (path !== "/" || (method !== "GET" && method !== "HEAD")) return next();
    const headers = {
      ...pageHeaders(ctx.req.headers.host),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": page.length,
    };
    ctx.res.writeHead(200, headers).end(page);
    return undefined;
  };
