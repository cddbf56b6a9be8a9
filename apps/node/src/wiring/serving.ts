import { formatUrl, type ListenAddress } from "../config/listen-address.ts";
import type { Logger } from "../logger.ts";
import type { ApiServer, ServeOptions } from "./serve-api.ts";

/** Loads the HTTP side, in this process or in several. */
export async function loadServing(workers: number): Promise<(options: ServeOptions) => Promise<ApiServer>> {
  if (workers === 1) return (await import("./serve-api.ts")).serveApi;
  const { serveInProcesses } = await import("../cluster/serve-in-processes.ts");
  return (options) => serveInProcesses(options, workers);
}

/** Says where the API is. */
export function announceApi(log: Logger, { host }: ListenAddress, port: number): void {
  const url = formatUrl({ host, port });
  log.info(`API       ${url}/v1`);
  log.info(`explorer  ${url}/v1/spec`);
}
