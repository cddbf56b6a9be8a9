// What pages take for granted: a network at the hosts that they name, its published files, and servers of databases.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forward } from "./bridge.ts";
import { type Databases, databaseHosts, startDatabases } from "./databases.ts";
import type { Job } from "./protocol.ts";
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

/** Places that are on every machine, and the sockets in the folder of a run that lead to the world from there. */
const doors = [
  { host: nodeAddress, port: 443, socket: "node.sock" },
  { host: publishingHost.address, port: 443, socket: "files.sock" },
] as const;

/** Path of the certificate of the world's hosts. */
export const certificateOf = (folder: string): string => join(folder, "certificate.pem");

/** Starts the network that pages follow, on the machine of its own that it stays on. @param node - the installed program */
export async function startWorld({ folder }: Job, node: string): Promise<void> {
  const certificate = certificateOf(folder);
  const key = makeCertificate(certificate);
  const allowed = nodeHosts.flatMap((host) => ["--allow-host", host]);
  await startNode(node, [
    ...["--listen", `${nodeAddress}:443`, "--tls-cert", certificate, "--tls-key", key, ...allowed],
    ...["--block-interval", "100", "--data-dir", join(folder, "upstream")],
  ]);
  await publishFiles([certificate, key]);
  for (const { socket, ...place } of doors) await forward(join(folder, socket), place);
}

/** Lets the world be reached on this machine. */
export async function reachWorld({ folder }: Job): Promise<void> {
  for (const { socket, ...place } of doors) await forward(place, join(folder, socket));
}

/** Files that a network publishes, under the names that pages have for them. */
const files = ["mainnet.genesis.blob", "mainnet.waypoint.txt"] as const;

let databases: Promise<Databases> | undefined;

/** Returns true if a page names the servers of databases. */
export const needsDatabases = (page: string): boolean => /postgres:\/\//.test(page);

/** Gives some folders those of the network's files that a page names, and the servers a ledger where it names servers. */
export async function lend(page: string, { genesis, waypoint }: Job, node: string, folders: readonly string[]) {
  for (const place of folders) {
    if (page.includes(files[0])) copyFileSync(genesis, join(place, files[0]));
    if (page.includes(files[1])) writeFileSync(join(place, files[1]), `${waypoint}\n`);
  }
  if (!needsDatabases(page)) return;
  databases ??= startDatabases();
  const { url, empty } = await databases;
  empty();
  await stopNode(await startNode(node, ["--store", url, "--listen", `${nodeAddress}:8080`]));
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
  child.kill("SIGTERM");
  await once(child, "close");
}

/** Makes a certificate for the hosts, signed by itself. @returns path of its key */
function makeCertificate(certificate: string): string {
  const key = `${certificate}.key`;
  const names = [...nodeHosts, publishingHost.name].map((host) => `DNS:${host}`).join(",");
  const subject = ["-subj", "/CN=node.example", "-addext", `subjectAltName=${names}`, "-days", "2"];
  const keys = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key];
  execFileSync("openssl", ["req", "-x509", ...keys, "-out", certificate, ...subject], { stdio: "ignore" });
  return key;
}
