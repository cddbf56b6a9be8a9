import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { allTableGroups } from "@ledger/indexer/build";
import { createDataDir, launchNodeIn, type NodeProcess, untilServing } from "@ledger/node-process";
import { keepIndex } from "../../../src/indexing/keep-index.ts";
import { fillDemoLedger } from "../../support/fill-demo-ledger.ts";
import { makeCertificate } from "../../support/make-certificate.ts";
import { startProxy } from "../../support/tampering-proxy.ts";

/** A node that is attacked, with all that it needs. */
export interface Attacked extends AsyncDisposable {
  readonly node: NodeProcess;
}

/** The kinds of nodes that are attacked. */
export type NodeKind = "real" | "local" | "filled" | "lazy" | "tls" | "proving";

/** Rounds of traffic on the one that is filled: about three versions each. */
const filled = 4_000;

/** Accounts of the local network, each with coins of its own. */
const accounts = 1_000;

/** Milliseconds for which the upstream of a lazy node keeps a listing. */
const upstreamDelay = 25_000;

/** What `npm start`, the container and the systemd unit set. */
const freeing = { MALLOC_MMAP_THRESHOLD_: "131072" };

/** Starts nodes of each kind. */
export class AttackedNodes {
  readonly #env: Readonly<Record<string, string>>;
  readonly #genesis: readonly string[];

  /**
   * @param heap - of the node, MB
   * @param genesis - of a real network, where there is one
   */
  constructor(heap: string, genesis: string | undefined) {
    this.#env = { NODE_OPTIONS: `--max-old-space-size=${heap}`, ...freeing };
    this.#genesis = genesis === undefined ? [] : ["--genesis", genesis];
  }

  start(kind: NodeKind): Promise<Attacked> {
    if (kind === "lazy") return this.#startLazy();
    if (kind === "filled") return this.#startFilled();
    if (kind === "proving") return this.#start(["--workload", "off", "--proofs", "on"]);
    return kind === "real" ? this.#start(this.#genesis) : kind === "tls" ? this.#startSecure() : this.#startLocal();
  }

  async #start(flags: readonly string[], ...parts: readonly (AsyncDisposable | Disposable)[]): Promise<Attacked> {
    const dataDir = createDataDir();
    const node = await untilServing(launchNodeIn(this.#env, "--data-dir", dataDir.path, ...flags));
    return {
      node,
      async [Symbol.asyncDispose]() {
        await node.stop();
        for (const part of [dataDir, ...parts]) {
          if (Symbol.asyncDispose in part) await part[Symbol.asyncDispose]();
          else part[Symbol.dispose]();
        }
      },
    };
  }

  /** A local network on which many accounts have coins. */
  async #startLocal(): Promise<Attacked> {
    const attacked = await this.#start(["--workload", "off"]);
    for (let from = 1; from <= accounts; from += 100) {
      const funded = Array.from({ length: 100 }, (_, i) => {
        const address = (0xace00000 + from + i).toString(16);
        return fetch(`${attacked.node.url}/mint?amount=1000&address=0x${address}`, { method: "POST" });
      });
      for (const { status } of await Promise.all(funded))
        if (status !== 200) throw new Error(`the faucet says ${status}`);
    }
    return attacked;
  }

  /** A local network with thousands of transactions. */
  async #startFilled(): Promise<Attacked> {
    const folder = createDataDir();
    await fillDemoLedger(folder.path, filled);
    const location = { kind: "sqlite", path: join(folder.path, "ledger.db") } as const;
    const { signal } = new AbortController();
    await keepIndex({ location, groups: allTableGroups, newestFirst: false }, { signal, onReport: () => undefined });
    return this.#start(["--data-dir", folder.path, "--workload", "off"], folder);
  }

  /** A node that begins in the middle, whose upstream is slow to list what accounts hold. */
  async #startLazy(): Promise<Attacked> {
    const leader = await this.#start(["--block-interval", "200"]);
    while (Number((await readInfo(leader.node.url)).block_height) < 20) await delay(200);
    const proxy = await startProxy(leader.node.url);
    proxy.holds = (path) => (/\/accounts\/\w+\/(?:resources|modules)/.test(path) ? delay(upstreamDelay) : undefined);
    return this.#start(["--follow", `${proxy.url}/v1`, "--start-version", "latest"], proxy, leader);
  }

  /** A local network that is served over TLS. */
  async #startSecure(): Promise<Attacked> {
    const folder = createDataDir();
    const { cert, key } = makeCertificate(folder.path, "localhost");
    return this.#start(["--workload", "off", "--tls-cert", cert, "--tls-key", key], folder);
  }
}

async function readInfo(url: string): Promise<{ readonly block_height: string }> {
  return (await (await fetch(`${url}/v1`)).json()) as { readonly block_height: string };
}
