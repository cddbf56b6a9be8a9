// What pages take for granted: a network at the hosts that they name, its published files, and a client of everything that
// trusts its certificate.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Databases, databaseHosts, startDatabases } from "./databases.ts";
import { publishFiles, publishingHost } from "./published-files.ts";

/** Hosts of pages, all of one network: `.example` belongs to no one (RFC 2606). */
const nodeHosts: readonly string[] = ["node.example", "one.example", "two.example"];
/** Their addresses. Pages have the other addresses of loopback, and all their ports, to themselves. */
const nodeAddress = "127.0.0.2";

/** Lines of a hosts file for the hosts of pages. */
export const hostLines: readonly string[] = [
  `${nodeAddress} ${nodeHosts.join(" ")}`,
  `${publishingHost.address} ${publishingHost.name}`,
  ...Object.entries(databaseHosts).map(([host, address]) => `${address} ${host}`),
];

/** Files that a network publishes, under the names that pages have for them. */
const files = ["mainnet.genesis.blob", "mainnet.waypoint.txt"] as const;

/** The network that pages follow. */
export interface World extends AsyncDisposable {
  /** Variables for programs that shall believe the hosts' certificate. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives a folder those of the network's files that a page names, and the servers a ledger where it names servers. */
  lend(page: string, folder: string): Promise<void>;
}

/** Sources of the parts of a world. */
export interface WorldOptions {
  readonly folder: string;
  /** The installed program. */
  readonly node: string;
  readonly genesis: string;
  readonly waypoint: string;
}

/** Starts the network. */
export async function startWorld({ folder, node, genesis, waypoint }: WorldOptions): Promise<World> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(genesis, join(folder, files[0]));
  writeFileSync(join(folder, files[1]), `${waypoint}\n`);
  const [certificate, key] = makeCertificate(folder);
  const allowed = nodeHosts.flatMap((host) => ["--allow-host", host]);
  const upstream = await startNode(node, [
    ...["--listen", `${nodeAddress}:443`, "--tls-cert", certificate, "--tls-key", key, ...allowed],
    ...["--block-interval", "100", "--data-dir", join(folder, "upstream")],
  ]);
  const publisher = await publishFiles([certificate, key]);
  let databases: Databases | undefined;
  return {
    env: { NODE_EXTRA_CA_CERTS: certificate, CURL_CA_BUNDLE: certificate },
    async lend(page, place) {
      for (const file of files) if (page.includes(file)) cpSync(join(folder, file), join(place, file));
      if (/postgres:\/\//.test(page)) {
        databases ??= await startDatabases();
        databases.empty();
        const first = await startNode(node, ["--store", databases.url, "--listen", `${nodeAddress}:8080`]);
        await stopNode(first);
      }
    },
    async [Symbol.asyncDispose]() {
      await databases?.close();
      await publisher[Symbol.asyncDispose]();
      await stopNode(upstream);
    },
  };
}

/** Starts a node, until it serves. */
async function startNode(node: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(node, ["start", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text = (text + chunk).slice(-8_000);
        if (/explorer +http/.test(text)) resolve();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`the node ended with ${code}:\n${text}`)));
  });
  return child;
}

async function stopNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("close", resolve));
}

/** Makes a certificate for the hosts, signed by itself. @returns paths of it and of its key */
function makeCertificate(folder: string): readonly [string, string] {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")] as const;
  if (existsSync(certificate)) return [certificate, key];
  const names = [...nodeHosts, publishingHost.name].map((host) => `DNS:${host}`).join(",");
  const subject = ["-subj", "/CN=node.example", "-addext", `subjectAltName=${names}`, "-days", "2"];
  const keys = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key];
  execFileSync("openssl", ["req", "-x509", ...keys, "-out", certificate, ...subject], { stdio: "ignore" });
  return [certificate, key];
}
