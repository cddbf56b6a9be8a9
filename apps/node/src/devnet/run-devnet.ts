import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type LocalNetwork, type LocalNetworkOptions, StateFileError, startLocalNetwork } from "@ledger/devnet";
import { ForkError, parseForkUrl } from "@ledger/sync/fork";
import manifest from "../../package.json" with { type: "json" };
import { knownNames } from "../activity/known-names.ts";
import { createRunLog } from "../activity/run-log.ts";
import { TransactionLog } from "../activity/transaction-log.ts";
import type { DevnetOptions } from "../config/devnet-options.ts";
import { featureChanges } from "../config/feature-options.ts";
import { forkHeaders } from "../config/fork-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { type LogEvent, type Logger, say } from "../logger.ts";
import { describeRun } from "../network/describe-run.ts";
import { ownKeys } from "../network/own-keys.ts";
import { expectFreeAddress } from "../wiring/free-address.ts";
import { chooseLocalListen } from "../wiring/local-listen.ts";
import { banner } from "./banner.ts";
import { networkApi } from "./network-api.ts";
import { bundledExplorer, serveDevnet } from "./serve-devnet.ts";
import { expectDumpPlace, StateDump } from "./state-dump.ts";
import { verbAccessOf, verbKeyLines } from "./verb-keys.ts";

/** Connections at a time from one address: those of a test run with many workers. */
const maxConnections = 2_048;
/** Streams at a time. */
const maxStreams = 1_000;

/**
 * Runs a network in memory until it is stopped.
 *
 * @throws NodeStartError when it cannot begin; the text is for the person at the terminal
 */
export async function runDevnet(options: DevnetOptions, log: Logger, stop: AbortSignal): Promise<void> {
  const listen = options.port === undefined ? options.listen : { host: "127.0.0.1", port: options.port };
  // Before a fork is opened, which takes its time.
  const flag = options.port === undefined ? "--listen" : "--port";
  await expectFreeAddress(listen, flag);
  await expectDumpPlace(options);
  const local = await chooseLocalListen({ ...options, listen }, log);
  const explorer = bundledExplorer();
  const net = await openNetwork(options, explorer.page, log);
  if (options.autoImpersonate === true) await net.autoImpersonate(true);
  const transactions = new TransactionLog(log, networkApi(net), await knownNames(net.accounts));
  net.onBlock = (records) => transactions.add(records);
  const logRun = createRunLog(log);
  net.onNotes = (hash, notes) => logRun(hash, describeRun(notes));
  const verbAccess = verbAccessOf(options);
  net.onDiscard = (hash, reason) => transactions.drop(hash, reason);
  try {
    const servers = await serveDevnet({
      net,
      verbAccess,
      explorer,
      access: {
        ...{ listen, allowOrigin: options.allowOrigin, maxConnections, maxStreams, maxClientStreams: maxStreams },
        // One developer has all of it.
        clientShare: 100,
      },
      local,
      log,
    });
    const dump = new StateDump(net, options, log);
    try {
      announce(
        options,
        log,
        await banner(net, listen, servers, {
          features: featureChanges(options),
          chainId: options.chainId,
          impersonatesAll: options.autoImpersonate === true,
          verbKey: verbKeyLines(options, verbAccess.key),
          history: keptHistory(options),
        }),
      );
      if (!stop.aborted) await once(stop, "abort");
      say(log, "info", { message: "stopping", fields: { signal: stop.reason }, text: `${stop.reason}: stopping` });
    } finally {
      await servers.close();
    }
    await transactions.close();
    await dump.end();
  } finally {
    await net[Symbol.asyncDispose]();
  }
}

/** Prints the banner as it is to be copied: without times in front of the lines. */
function announce({ logFormat }: DevnetOptions, log: Logger, event: LogEvent): void {
  if (logFormat === "json") say(log, "info", event);
  else if (log.isLevelEnabled("info")) process.stdout.write(`${[event.text ?? []].flat().join("\n")}\n`);
}

/** @throws NodeStartError */
async function openNetwork(options: DevnetOptions, specPage: string, log: Logger): Promise<LocalNetwork> {
  const { balance, chainId, startTime, loadState } = options;
  const accounts = (await ownKeys(options)) ?? options.accounts;
  const state = loadState === undefined ? undefined : await readState(loadState);
  const api = { specPage, config: { version: manifest.version } };
  try {
    return await startLocalNetwork({
      ...{ accounts, balance, chainId, startTime, state, api },
      mining: miningOf(options),
      history: keptHistory(options),
      features: featureChanges(options),
      fork: options.fork === undefined ? undefined : forkOf({ ...options, fork: options.fork }, log),
    });
  } catch (error) {
    if (error instanceof ForkError) throw new NodeStartError(error.code, error.message, { cause: error });
    if (loadState === undefined || !(error instanceof Error)) throw error;
    const reason = error instanceof StateFileError ? error.message : `it does not fit this network: ${error.message}`;
    throw new NodeStartError("state_unusable", `cannot load ${loadState}: ${reason}`, { cause: error });
  }
}

/** A dump has every block. */
function keptHistory({ history, dumpState }: DevnetOptions): number | "all" {
  return dumpState === undefined ? history : "all";
}

function miningOf({ mining, blockInterval }: DevnetOptions): LocalNetworkOptions["mining"] {
  if (blockInterval === 0) return mining === "interval" ? "auto" : mining;
  return { intervalMs: blockInterval, auto: mining === "auto" };
}

function forkOf(options: DevnetOptions & { readonly fork: string }, log: Logger): LocalNetworkOptions["fork"] {
  return {
    ...parseForkUrl(options.fork),
    cache: options.forkCache,
    offline: options.forkOffline === "on",
    apiKey: options.forkApiKey,
    headers: forkHeaders(options),
    concurrency: options.forkConcurrency,
    timeout: options.forkTimeout,
    onWaiting: (reason) => say(log, "warn", { message: "fork waits", fields: { reason }, text: reason }),
  };
}

async function readState(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    throw new NodeStartError("state_unusable", `cannot read the state in ${path} (${reason})`, { cause });
  }
}
