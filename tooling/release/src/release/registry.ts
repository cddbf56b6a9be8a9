import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { buffer, json } from "node:stream/consumers";
import { run } from "./run.ts";

/** A registry of npm's kind on this machine, in this process. Packages of others come through it from the registry in use. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** The line of an `.npmrc` that lets its reader publish. */
  readonly credentials: string;
}

/** One version, as clients read it. */
interface Version {
  readonly dist: { tarball: string; readonly integrity: string };
}

/** A package, as clients read it. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": Record<string, string>;
  readonly versions: Record<string, Version>;
}

/** The request of a client that publishes one version. */
interface Publication extends Packument {
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Packages that are only ever published here. */
const isOurs = (name: string): boolean => name.startsWith("@ledger/") || name === "ledger-node";

/** Starts a registry that keeps everything in memory. @param folder - whose settings name the registry in use */
export async function startRegistry(folder: string): Promise<Registry> {
  const settings = await run("npm", ["config", "get", "registry"], { cwd: folder });
  // npm may print warnings, too.
  const upstream = settings.split("\n").find((line) => line.startsWith("http"));
  if (upstream === undefined) throw new Error(`npm names no registry:\n${settings}`);
  const token = randomUUID();
  const packages = new Packages(upstream);
  const server = createServer((request, response) => void answer(packages, token, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    credentials: `//127.0.0.1:${port}/:_authToken=${token}`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

async function answer(
  packages: Packages,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://registry").pathname.slice(1));
    if (request.method === "PUT") {
      if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, "who publishes?");
      packages.publish((await json(request)) as Publication);
      response.writeHead(201, { "content-type": "application/json" }).end("{}");
    } else if (path.includes("/-/")) {
      response.end(await packages.tarball(path));
    } else {
      const text = await packages.find(path, request.headers.accept);
      // A client may reach this registry by another port than the one it listens on.
      response.setHeader("content-type", "application/json");
      response.end(text.replaceAll('"tarball":"/', `"tarball":"http://${request.headers.host}/`));
    }
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 502;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: String(error) }));
  }
}

class Packages {
  readonly #upstream: string;
  readonly #published = new Map<string, Packument>();
  readonly #tarballs = new Map<string, Buffer>();
  /** Packages of others, by name and form. */
  readonly #others = new Map<string, Promise<string>>();
  /** Addresses of their tarballs, by path. */
  readonly #addresses = new Map<string, string>();

  constructor(upstream: string) {
    this.#upstream = upstream;
  }

  publish({ _attachments, ...sent }: Publication): void {
    const { name } = sent;
    const known = this.#published.get(name) ?? { ...sent, versions: {} };
    if (!isOurs(name)) throw new Refusal(403, `${name} is not published here`);
    for (const [number, version] of Object.entries(sent.versions)) {
      if (Object.hasOwn(known.versions, number)) throw new Refusal(409, `${name} ${number} is there`);
      const data = Buffer.from(Object.values(_attachments)[0]?.data ?? "", "base64");
      const integrity = `sha512-${createHash("sha512").update(data).digest("base64")}`;
      if (version.dist.integrity !== integrity) throw new Refusal(400, `${name} ${number} is not what it says it is`);
      version.dist.tarball = this.#pathOf(name, version);
      this.#tarballs.set(version.dist.tarball, data);
      known.versions[number] = version;
    }
    Object.assign(known["dist-tags"], sent["dist-tags"]);
    this.#published.set(name, known);
  }

  #pathOf(name: string, { dist }: Version): string {
    return `/${name}/-/${basename(new URL(dist.tarball).pathname)}`;
  }

  /** @returns the description of a package, as JSON; addresses of its tarballs have no host */
  async find(name: string, accept = "*/*"): Promise<string> {
    if (isOurs(name)) {
      const found = this.#published.get(name);
      if (found === undefined) throw new Refusal(404, `there is no ${name}`);
      return JSON.stringify(found);
    }
    const key = `${name} ${accept}`;
    const found = this.#others.get(key) ?? this.#fetch(name, accept);
    this.#others.set(key, found);
    // What fails is asked for again.
    found.catch(() => this.#others.delete(key));
    return found;
  }

  async #fetch(name: string, accept: string): Promise<string> {
    const response = await fetch(new URL(name.replace("/", "%2f"), this.#upstream), { headers: { accept } });
    if (!response.ok) throw new Refusal(response.status, `${name}: the registry in use answers ${response.status}`);
    const packument = (await response.json()) as Packument;
    for (const version of Object.values(packument.versions)) {
      const path = this.#pathOf(name, version);
      this.#addresses.set(path, version.dist.tarball);
      version.dist.tarball = path;
    }
    return JSON.stringify(packument);
  }

  async tarball(path: string): Promise<Buffer> {
    const own = this.#tarballs.get(`/${path}`);
    if (own !== undefined) return own;
    // Who has a lockfile asks for no package before.
    const address = this.#addresses.get(`/${path}`) ?? new URL(path, this.#upstream);
    const response = await fetch(address);
    if (!response.ok || response.body === null) throw new Refusal(response.status, `${address} is not answered`);
    return buffer(response.body);
  }
}
