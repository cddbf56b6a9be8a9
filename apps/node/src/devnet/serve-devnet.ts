import { fileURLToPath } from "node:url";
import type { LocalNetwork } from "@ledger/devnet";
import type { VerbAccessOptions } from "@ledger/devnet/node";
import type { HttpService, ServiceResponse } from "@ledger/local-services";
import { createFailedCallLog, type FailedCallLog } from "../activity/failed-call-log.ts";
import { knownNames } from "../activity/known-names.ts";
import type { StreamOptions } from "../config/access-options.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import type { ExplorerFiles } from "../http/explorer.ts";
import { loadExplorer } from "../http/explorer.ts";
import type { ServerAccess } from "../http/server.ts";
import type { Logger } from "../logger.ts";
import { describeServices } from "../wiring/local-services.ts";
import { type OpenServers, openServers, portsOf } from "../wiring/open-servers.ts";
import { packFollowed } from "../work/followed-part.ts";
import { answerHere } from "./answer-here.ts";
import { networkApi } from "./network-api.ts";

/** A network, and the addresses at which it is served. */
export interface ServeDevnetOptions {
  readonly net: LocalNetwork;
  readonly explorer: ExplorerFiles;
  readonly access: ServerAccess & StreamOptions;
  readonly local: LocalListen;
  readonly log: Logger;
  /** Access of others to the verbs. */
  readonly verbAccess: VerbAccessOptions;
}

/** The explorer's files, as they are bundled. */
export function bundledExplorer(): ExplorerFiles {
  return loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
}

/** Serves a network in memory by the node's own server. @throws NodeStartError when an address cannot be used */
export async function serveDevnet(options: ServeDevnetOptions): Promise<OpenServers> {
  const { net, explorer, access, local, log, verbAccess } = options;
  const api = networkApi(net);
  const onFailedCall = createFailedCallLog(log, await knownNames(net.accounts));
  const servers: OpenServers = await openServers({
    ...{ api, access, explorer, local, log },
    onFailedCall,
    isLocalNetwork: true,
    workThread: answerHere(api),
    readStream: (question, { signal }) => api.readStream(question, { signal }),
    answerFollowed: async ({ body, seen }, { signal }) =>
      packFollowed(await net.endpoints.services.indexer.follow(body, seen, signal)),
    listThread: answerHere(api),
    metrics: undefined,
    threadEnds: () => [],
    services: await servicesOf(net, () => portsOf(servers), onFailedCall, verbAccess),
    findUnready: async () => undefined,
  });
  return servers;
}

/** The services of a network as it is when they are asked. */
async function servicesOf(
  net: LocalNetwork,
  ports: () => ReturnType<typeof portsOf>,
  onFailedCall: FailedCallLog,
  verbAccess: VerbAccessOptions,
): Promise<Readonly<Record<string, HttpService>>> {
  const { createVerbAccess, verbsFor } = await import("@ledger/devnet/node");
  const allowed = createVerbAccess(verbAccess);
  const { faucet, indexer, verbs } = net.endpoints.services;
  return {
    faucet: { ...faucet, handle: (request) => net.endpoints.services.faucet.handle(request) },
    indexer: { ...indexer, handle: (request) => net.endpoints.services.indexer.handle(request) },
    description: await describeServices(
      { accounts: net.accounts, state: () => net.state, verbs: (request) => verbsFor(request, allowed) },
      { scheme: "http", hasIndexer: true, ports },
    ),
    verbs: { ...tellRefusals(verbs, onFailedCall), refuse: (request) => allowed.refuse(request) },
  };
}

/** Tells of each verb that is refused, as of every other request that fails. */
function tellRefusals(verbs: HttpService, onFailedCall: FailedCallLog): HttpService {
  return {
    ...verbs,
    async handle(request) {
      const answer = await verbs.handle(request);
      const name = request.path.slice(request.path.lastIndexOf("/") + 1);
      const reason = refusalOf(name, answer);
      if (reason !== undefined) onFailedCall({ kind: "verb", function: name, reason });
      return answer;
    },
  };
}

/** Why a verb was refused, in words. A transaction that is not taken is an answer like any other. */
function refusalOf(name: string, { status, body }: ServiceResponse): string | undefined {
  if (status < 400 && name !== "submit") return undefined;
  const given = JSON.parse(body) as { readonly message?: string; readonly refusal?: { readonly message: string } };
  return given.refusal?.message ?? given.message;
}
