// `pnpm site [--out FOLDER | --versions FOLDER] [--serve [--port N]]`: builds the site, and serves it.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveFolder } from "./build/serve.ts";
import { writeVersions } from "./build/versions.ts";
import { siteVersion, writeSite } from "./build/write-site.ts";

const help = `Builds the site: every page of the repository, the reference of every package, a search, and what runs in the page.

  --out FOLDER       where to (apps/site/dist)
  --versions FOLDER  where to, in a folder of this version: those of others stay, and readers choose among them
  --serve            serves it on this machine when it is built
  --port N           where (4173)
`;

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
    versions: { type: "string" },
    serve: { type: "boolean" },
    port: { type: "string", default: "4173" },
    help: { type: "boolean", short: "h" },
  },
});
if (options.help) {
  process.stdout.write(help);
} else {
  const { versions } = options;
  const folder = versions === undefined ? options.out : join(versions, siteVersion());
  const { pages, problems } = await writeSite(folder, versions !== undefined);
  if (versions !== undefined) writeVersions(versions);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${pages.length} pages in ${folder}, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  if (options.serve) process.stdout.write(`${(await serveFolder(versions ?? folder, Number(options.port))).url}\n`);
}
