import type { IncomingMessage } from "node:http";
import type { ApiResponse } from "@ledger/api-core";
import { targetPath } from "./request-target.ts";
import type { NodeService } from "./serve-services.ts";

/** Writes the refusal of a request as clients of its path read errors. @param failure - as the API writes it */
export type FaultForms = (request: Pick<IncomingMessage, "url" | "headers">, failure: ApiResponse) => ApiResponse;

/** The contents of an address. */
interface Contents {
  readonly services: readonly NodeService[];
  /** Absent where only services answer, and the API does not. */
  readonly explorer: object | undefined;
}

/**
 * Makes what gives the refusals of a server the form of what is asked: clients of GraphQL and of a faucet do not read the errors of the API. At an address
 * where one service is alone, every path is of it.
 */
export function createFaultForms({ services, explorer }: Contents): FaultForms {
  const byPath = new Map(services.flatMap((service) => Object.keys(service.routes).map((path) => [path, service])));
  const alone = explorer === undefined && services.length === 1 ? services[0] : undefined;
  return ({ url = "", headers: { accept } }, failure) => {
    const path = targetPath(url);
    // A request that could not be read has no path, and the root of an address with the API is a page.
    const isOfNone = url === "" || (path === "/" && explorer !== undefined);
    const { writeFault } = (isOfNone ? undefined : byPath.get(path)) ?? alone ?? {};
    if (writeFault === undefined || failure.error === undefined) return failure;
    const { message } = failure.error;
    const { headers, body } = writeFault({ status: failure.status, message, path, accept });
    return { ...failure, headers: { ...failure.headers, ...headers }, body };
  };
}
