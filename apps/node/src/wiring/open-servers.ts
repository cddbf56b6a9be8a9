import type { ServerLoad } from "@ledger/state-store";
import type { StreamOptions } from "../config/access-options.ts";
import type { ListenAddress } from "../config/listen-address.ts";
import type { RuntimeSettings } from "../config/runtime-settings.ts";
import { type LocalListen, serviceFlags } from "../config/service-addresses.ts";
import { cannotListen, NodeStartError } from "../health/node-start-error.ts";
import { type App, type AppOptions, createApp } from "../http/app.ts";
import type { ExplorerFiles } from "../http/explorer.ts";
import { createFaultForms } from "../http/fault-forms.ts";
import { openAtAll } from "../http/open-at-all.ts";
import { ConnectionRefuser } from "../http/refuse-connection.ts";
import { RequestBodies } from "../http/request-bodies.ts";
import type { NodeService } from "../http/serve-services.ts";
import { type HttpServer, listen, type ServerAccess } from "../http/server.ts";
import type { ServingMetrics, ThreadEnds } from "../metrics/serving-metrics.ts";
import { ClientCounts } from "../stream/client-counts.ts";
import { ClientPace } from "../stream/client-pace.ts";
import type { AnswerFollowed } from "../stream/read-answer.ts";
import type { ReadStream } from "../stream/read-part.ts";
import { StreamHub } from "../stream/stream-hub.ts";
import { SubscriptionHub } from "../stream/subscription-hub.ts";
import { type ClientCost, mostShownClients } from "../work/client-costs.ts";
import { LargeAnswers } from "../work/large-answers.ts";
import type { LocalPorts } from "./local-services.ts";

/** The parts that are served, and their addresses. */
export interface OpenServersOptions
  extends Pick<
    AppOptions,
    "api" | "isLocalNetwork" | "workThread" | "listThread" | "log" | "findUnready" | "onFailedCall" | "onDamage"
  > {
  readonly access: ServerAccess & StreamOptions;
  /** Reads parts of streams. */
  readonly readStream: ReadStream;
  /** Answers subscriptions; absent where there is no index of tables. */
  readonly answerFollowed: AnswerFollowed | undefined;
  readonly explorer: ExplorerFiles;
  /** Services besides the API, by name; those that `local` names listen by themselves too. */
  readonly services: Readonly<Record<string, NodeService>>;
  /** How often threads that make answers have ended with work to do. */
  readonly threadEnds: () => ThreadEnds;
  readonly local: LocalListen | undefined;
  readonly metrics: ServingMetrics | undefined;
  /** How busy the connections of the store are. */
  readonly storeLoad?: (() => ServerLoad) | undefined;
}

/** Ports really used, by service. */
export type ServicePorts = Readonly<Partial<Record<keyof LocalListen, number>>>;

/** The servers of an API and its services. */
export interface OpenServers {
  /** The port of the API. */
  readonly port: number;
  readonly servicePorts: ServicePorts;
  /** The clients that have used most of the processor in the last minute. */
  costliestClients(): readonly ClientCost[];
  /** Says that something was committed. */
  noteCommit(): void;
  /** Changes what can change while they run; renews certificates. */
  apply(settings: Pick<RuntimeSettings, "rateLimit">): void;
  /** Stops listening, and lets open requests end. */
  close(): Promise<void>;
}

/** Ports of the services of a local network: their own ones, else that of the API. */
export function portsOf(servers: Pick<OpenServers, "port" | "servicePorts"> | undefined): LocalPorts | undefined {
  if (servers === undefined) return undefined;
  const { port, servicePorts } = servers;
  return { faucet: servicePorts.faucet ?? port, indexer: servicePorts.indexer ?? port };
}

/** Makes what keeps the connections of streams and of subscriptions: their clients are bounded together. */
function createHubs(
  { api, access, log, readStream, answerFollowed }: OpenServersOptions,
  largeAnswers: LargeAnswers,
): { readonly streams: StreamHub; readonly subscriptions: SubscriptionHub | undefined } {
  const clients = new ClientCounts({ all: access.maxStreams, ofClient: access.maxClientStreams });
  const parts = { clients, pace: new ClientPace(), head: api.head, largeAnswers };
  const streams = new StreamHub({
    ...{ ...parts, read: readStream },
    onFailure: (place, err) => log.error({ place, err }, "streams ended: what follows their place could not be read"),
  });
  const subscriptions =
    answerFollowed &&
    new SubscriptionHub({
      ...{ ...parts, answerFollowed },
      onFailure: (err) => log.error({ err }, "subscriptions ended: they could not be answered"),
    });
  return { streams, subscriptions };
}

/** Opens the server of an API, and one for each service that listens by itself. @throws NodeStartError when an address cannot be used */
export async function openServers(options: OpenServersOptions): Promise<OpenServers> {
  const { access, explorer, services, local, storeLoad, threadEnds, ...parts } = options;
  const { api, log, metrics } = parts;
  const bodies = new RequestBodies();
  const largeAnswers = new LargeAnswers(access.clientShare);
  const hubs = createHubs(options, largeAnswers);
  const { streams, subscriptions } = hubs;
  const isOwnPort = (port: number): boolean => opened.some(({ server }) => server.port === port);
  const opened: { readonly app: App; readonly server: HttpServer }[] = [];
  const close = async (): Promise<void> => {
    // Streams never end by themselves.
    const ended = [streams.close(), subscriptions?.close()];
    await Promise.all([...ended, ...opened.map(({ server }) => server.close())]);
  };
  const open = async (
    address: ListenAddress,
    content: Pick<AppOptions, "explorer" | "services">,
    flag?: string,
  ): Promise<HttpServer> => {
    const openAt = async (place: ListenAddress): Promise<HttpServer> => {
      const own = { ...access, listen: place };
      const app = createApp({ ...parts, ...hubs, bodies, largeAnswers, isOwnPort, access: own, ...content });
      await app.setRateLimit(access.rateLimit);
      const server = await listen(app.answer, new ConnectionRefuser(api, bodies, createFaultForms(content)), own);
      opened.push({ app, server });
      return server;
    };
    try {
      return await openAtAll(address, openAt);
    } catch (error) {
      throw error instanceof NodeStartError ? error : cannotListen(address, error, flag);
    }
  };
  try {
    const server = await open(access.listen, { explorer, services: Object.values(services) });
    metrics?.watch(() => ({
      ...largeAnswers.load(),
      streams: streams.load,
      subscriptions: subscriptions?.load,
      workThreadEnds: threadEnds(),
      connections: opened.reduce((sum, { server: { connections } }) => sum + connections, 0),
      store: storeLoad?.(),
    }));
    const servicePorts: Partial<Record<keyof LocalListen, number>> = {};
    for (const [name, flag] of Object.entries(serviceFlags) as [keyof LocalListen, string][]) {
      const [address, service] = [local?.[name], services[name]];
      if (address === undefined || service === undefined) continue;
      servicePorts[name] = (await open(address, { explorer: undefined, services: [service] }, flag)).port;
    }
    return {
      port: server.port,
      servicePorts,
      close,
      costliestClients: () => largeAnswers.costs.highest(mostShownClients),
      noteCommit() {
        streams.noteCommit();
        subscriptions?.noteCommit();
      },
      apply({ rateLimit }) {
        for (const each of opened) {
          void each.app.setRateLimit(rateLimit);
          try {
            each.server.renewCertificate();
          } catch (error) {
            log.error({ err: error }, "certificate cannot be renewed");
          }
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
