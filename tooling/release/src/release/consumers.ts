import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { browserPath, launchBrowser } from "@ledger/browser";
import { assertComments, extractExamples, nodeAssertions } from "@ledger/doctest/examples";
import { vectorPath } from "@ledger/vectors";
import { listPublished, type Package, root } from "../workspace.ts";
import type { Registry } from "./registry.ts";
import { run } from "./run.ts";
import { pnpm } from "./working-copy.ts";

/** Packages that have something to import. */
function libraries(): Package[] {
  return listPublished().filter(({ path }) => path.startsWith("packages/"));
}

/** Makes an empty project whose packages come from the registry. */
function createProject(folder: string, registry: Registry, tsconfig: object): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  const write = (name: string, value: object): void =>
    writeFileSync(join(folder, name), JSON.stringify(value, undefined, 2));
  write("package.json", { name: "consumer", version: "1.0.0", private: true, type: "module" });
  write("tsconfig.json", {
    compilerOptions: { target: "es2024", strict: true, noEmit: true, types: ["node"], ...tsconfig },
    include: ["src"],
  });
  writeFileSync(join(folder, ".npmrc"), `registry=${registry.url}\n`);
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    "packages: []\npmOnFail: ignore\nminimumReleaseAge: 0\nstrictDepBuilds: false\n",
  );
}

/** Writes the examples of every README as files. @returns their names */
function writeExamples(folder: string): string[] {
  mkdirSync(join(folder, "run"), { recursive: true });
  return libraries().flatMap(({ path }) =>
    extractExamples(readFileSync(join(root, path, "README.md"), "utf8")).map(({ code, line }) => {
      const name = `${path.split("/").at(-1)}-${line}.ts`;
      writeFileSync(join(folder, "src", name), `${code}\nexport {};\n`);
      writeFileSync(join(folder, "run", name), assertComments(code, nodeAssertions));
      return name;
    }),
  );
}

const wanted = (): string[] => libraries().map(({ manifest }) => manifest.name);
const tools = ["typescript@7.0.2", "@types/node@24.19.2"];

/** Runs every README example in a project of npm's, and checks its types as `nodenext` resolves them. */
export async function checkNpm(folder: string, registry: Registry): Promise<string> {
  createProject(folder, registry, { module: "nodenext" });
  const env = { npm_config_cache: join(folder, "../npm-cache") };
  await run("npm", ["install", "--no-audit", "--no-fund", ...wanted(), ...tools], { cwd: folder, env });
  const examples = writeExamples(folder);
  await run(process.execPath, ["node_modules/typescript/bin/tsc"], { cwd: folder });
  const files = {
    GENESIS: vectorPath("genesis/devnet-2025-11.genesis.blob"),
    PACKAGE: join(root, "packages/vm/test/trace/vault"),
  };
  for (const name of examples) await run(process.execPath, [join("run", name)], { cwd: folder, env: files });
  return `${examples.length} README examples compile and run`;
}

/** Compiles the examples in a project of pnpm's, as bundlers resolve them, and opens a page with the libraries in a browser. */
export async function checkPnpm(folder: string, registry: Registry): Promise<string> {
  createProject(folder, registry, {
    module: "preserve",
    moduleResolution: "bundler",
    lib: ["es2024", "esnext.disposable", "dom"],
  });
  await pnpm(folder, ["add", ...wanted(), ...tools, "vite@8.3.8"]);
  const examples = writeExamples(folder);
  cpSync(join(root, "tooling/release/page"), folder, { recursive: true });
  await run(process.execPath, ["node_modules/typescript/bin/tsc"], { cwd: folder });
  await run(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"], { cwd: folder });
  const shown = browserPath === undefined ? "not opened: there is no browser" : await openPage(join(folder, "dist"));
  return `${examples.length} README examples compile; the page: ${shown}`;
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
