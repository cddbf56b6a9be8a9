import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { apiRoot } from "@ledger/api-core";
import type { Middleware } from "koa";
import { chooseEncoding } from "../work/content-encoding.ts";

/** A file of the explorer with the compressed forms that the build made of it. */
interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly encoded: Readonly<Partial<Record<"br" | "gzip", Buffer>>>;
}

/** The built explorer, in memory: a few files of a bounded size, so no request can reach for another one. */
export interface ExplorerFiles {
  /** The page itself, served by the API at `/v1/spec`. */
  readonly page: string;
  /** Everything the page loads, by path below `/v1/`. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const assetHeaders = {
  Vary: "Accept-Encoding",
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
};

/** Loads a built explorer. @param folder - holds `index.html` and the folders of its assets */
export function loadExplorer(folder: string): ExplorerFiles {
  const assets = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = mediaTypes[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const encoded: { br?: Buffer; gzip?: Buffer } = {};
    if (existsSync(`${path}.br`)) encoded.br = readFileSync(`${path}.br`);
    if (existsSync(`${path}.gz`)) encoded.gzip = readFileSync(`${path}.gz`);
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    assets.set(name, { type, plain: readFileSync(path), encoded });
  }
  return { page: readFileSync(join(folder, "index.html"), "utf8"), assets };
}

/**
 * Serves the assets below `/v1/`; their names hold a hash of their content, so they never change. The page itself is an
 * answer of the API.
 */
export function serveExplorer({ assets }: ExplorerFiles): Middleware {
  return (ctx, next) => {
    const { path, method } = ctx;
    const file = path.startsWith(`${apiRoot}/`) ? assets.get(path.slice(apiRoot.length + 1)) : undefined;
    if (file === undefined || (method !== "GET" && method !== "HEAD")) return next();
    const encoding = chooseEncoding(ctx.req.headers["accept-encoding"]);
    const encoded = encoding === "br" || encoding === "gzip" ? file.encoded[encoding] : undefined;
    const body = encoded ?? file.plain;
    ctx.res.writeHead(200, {
      ...assetHeaders,
      ...(encoded !== undefined && { "Content-Encoding": encoding }),
      "Content-Type": file.type,
      "Content-Length": body.length,
    });
    ctx.res.end(body);
    return undefined;
  };
}
