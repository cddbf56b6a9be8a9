import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { browserPath, launchBrowser } from "@ledger/browser";
import { listPublished, root } from "../workspace.ts";
import type { Registry } from "./registry.ts";
import { run } from "./run.ts";
import { pnpm } from "./working-copy.ts";

/** Makes an empty project whose packages come from the registry. */
function createProject(folder: string, registry: Registry): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }\n');
  writeFileSync(join(folder, ".npmrc"), `registry=${registry.url}\n`);
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    "packages: []\npmOnFail: ignore\nminimumReleaseAge: 0\nstrictDepBuilds: false\n",
  );
}

/** Builds a page with all libraries that run in browsers in a project of pnpm's, and opens it. @returns what it shows */
export async function checkPnpm(folder: string, registry: Registry): Promise<string> {
  createProject(folder, registry);
  const libraries = listPublished().filter(({ path }) => path.startsWith("packages/"));
  await pnpm(folder, ["add", ...libraries.map(({ manifest }) => manifest.name), "vite@8.3.8"]);
  cpSync(join(root, "tooling/release/page"), folder, { recursive: true });
  await run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"], { cwd: folder });
  return browserPath === undefined ? "not opened: there is no browser" : openPage(join(folder, "dist"));
}

const mediaTypes: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

/** Serves a folder under a strict policy and opens it. @returns what the page shows @throws Error for what it complains of */
async function openPage(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(folder, request.url === "/" ? "index.html" : (request.url ?? ""));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-type", mediaTypes[extname(file)] ?? "application/octet-stream");
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
    );
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    await using browser = await launchBrowser();
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const shown = await page
      .locator("#done")
      .textContent({ timeout: 30_000 })
      .catch(() => undefined);
    if (shown === undefined || complaints.length > 0) throw new Error(`the page complains: ${complaints.join("; ")}`);
    return shown ?? "";
  } finally {
    server.close();
  }
}
