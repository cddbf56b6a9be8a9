import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDataDir, type NodeProcess, runCommand, startNode } from "@ledger/node-process";
import { type CuttingProxy, type PostgresServer, startCuttingProxy, startPostgres } from "@ledger/postgres-server";
import type { Random } from "@ledger/random";
import { startObserved } from "../../support/observed.ts";

/** Versions of a partition: some seconds of the network that is followed. */
const partitionVersions = 128;
const window = ["--state-window", "400", "--ledger-window", "400"];

/** A database server under a name that stays when the server behind it is another one. */
interface Place {
  server: PostgresServer;
  readonly proxy: CuttingProxy;
}

/** A node with its admin address. */
type ObservedNode = Awaited<ReturnType<typeof startObserved>>;

/**
 * A network, two database servers of which one is the primary, a node that follows the network and writes, and a node that serves. Both
 * nodes know the servers by two names.
 */
export class FailoverWorld implements AsyncDisposable {
  readonly random: Random;
  readonly upstream: NodeProcess;
  readonly writer: ObservedNode;
  readonly api: ObservedNode;
  readonly #places: readonly [Place, Place];
  readonly #stack: AsyncDisposableStack;
  #primary: 0 | 1 = 0;

  private constructor(
    random: Random,
    places: readonly [Place, Place],
    nodes: Pick<FailoverWorld, "upstream" | "writer" | "api">,
    stack: AsyncDisposableStack,
  ) {
    this.random = random;
    this.#places = places;
    this.upstream = nodes.upstream;
    this.writer = nodes.writer;
    this.api = nodes.api;
    this.#stack = stack;
  }

  static async open(random: Random): Promise<FailoverWorld> {
    await using stack = new AsyncDisposableStack();
    const dataDir = stack.use(createDataDir());
    const upstream = stack.use(await startNode("--data-dir", dataDir.path, "--block-interval", "50"));
    const primary = await startPostgres({ settings: { fsync: "off" } });
    primary.sql((await runCommand("db", "schema", "--partition-versions", String(partitionVersions))).output);
    const servers = [primary, await primary.startReplica()];
    const places = await Promise.all(
      servers.map(async (server) => ({ server, proxy: await startCuttingProxy(server.port) })),
    );
    stack.defer(async () => {
      for (const { server, proxy } of places) {
        await proxy.close();
        await server.kill();
        await server.close();
      }
    });
    const store = ["--store", urlOf(places.map(({ proxy }) => proxy.port))];
    const writer = stack.use(await startObserved(...store, "--follow", `${upstream.url}/v1`, ...window));
    const api = stack.use(await startObserved(...store, "--role", "api"));
    // Nodes that are told to end wait for their servers, which a fault that failed may have left stalled.
    stack.defer(() => {
      for (const { server } of places) server.resume();
    });
    const both = places as [Place, Place];
    return new FailoverWorld(random, both, { upstream, writer, api }, stack.move());
  }

  get primary(): PostgresServer {
    return this.#places[this.#primary].server;
  }

  get replica(): PostgresServer {
    return this.#places[1 - this.#primary]!.server;
  }

  /** Makes the replica the primary. */
  async promote(): Promise<void> {
    await this.replica.promote();
    this.#primary = this.#primary === 0 ? 1 : 0;
  }

  /** Replaces the server that was the primary by a replica of the one that is. */
  async rebuild(): Promise<void> {
    const place = this.#places[1 - this.#primary]!;
    await place.server.kill();
    await place.server.close();
    place.server = await this.primary.startReplica();
    place.proxy.redirect(place.server.port);
  }

  /** Waits until the writer writes and the replica follows. */
  async settle(): Promise<void> {
    const head = headOn(this.primary);
    await until(() => headOn(this.primary) > head + 5, 60, "the writer writes");
    const written = headOn(this.primary);
    await until(() => headOn(this.replica) >= written, 60, "the replica follows");
    await until(async () => (await ask(`${this.writer.admin}/-/healthy`)).status === 200, 15, "the writer is healthy");
    await until(async () => (await ask(`${this.api.admin}/-/ready`)).status === 200, 15, "the API node is ready");
  }

  /** Ends the writer, and verifies what it has written by the command. @returns how that ended, and what it says */
  async verify(): Promise<{ readonly code: number | null; readonly output: string }> {
    await this.writer.stop();
    return runCommand("verify", "--store", this.primary.url());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

/** The latest version that a server has; -1 where it cannot say. */
export function headOn(server: PostgresServer): number {
  return Number(server.sql("select coalesce(max(version), -1) from ledger.head"));
}

/** Asks a node, for as long as a patient client would. @returns status 0 for no answer */
export async function ask(url: string): Promise<{ readonly status: number; readonly seconds: number }> {
  const started = performance.now();
  const status = await fetch(url, { signal: AbortSignal.timeout(60_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return { status, seconds: (performance.now() - started) / 1_000 };
}

/** Waits until something is so. @returns the seconds that took @throws Error when it takes longer than it may */
export async function until(isSo: () => boolean | Promise<boolean>, seconds: number, what: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await isSo()) return (performance.now() - started) / 1_000;
    if (performance.now() - started > seconds * 1_000) throw new Error(`not within ${seconds} s: ${what}`);
    await delay(100);
  }
}

/** The URL of servers on this machine. */
function urlOf(ports: readonly number[]): string {
  return `postgres://postgres@127.0.0.1/postgres?host=${ports.map(() => "127.0.0.1").join(",")}&port=${ports.join(",")}`;
}

/** Mounts a small file system of its own, which only the superuser can. @returns what unmounts it; `undefined` where it is not possible */
export function mountSmall(megabytes: number): (Disposable & { readonly folder: string }) | undefined {
  const folder = mkdtempSync(join(tmpdir(), "ledger-full-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (status === 0) {
    return {
      folder,
      [Symbol.dispose]() {
        spawnSync("umount", [folder]);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }
  rmSync(folder, { recursive: true });
  return undefined;
}
