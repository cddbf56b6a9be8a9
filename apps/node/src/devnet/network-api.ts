import type { Api, ApiResponse } from "@ledger/api-core";
import type { LocalNetwork } from "@ledger/devnet";

/**
 * The API of a network that goes back: what it is now answers. Nothing is to be kept of an answer, since another branch of the history has
 * other answers at the same versions.
 */
export function networkApi(net: LocalNetwork): Api {
  let last: Api | undefined;
  let branch = 0;
  const current = (): Api => {
    const { api } = net.endpoints;
    if (api !== last) branch++;
    last = api;
    return api;
  };
  const { routes, config, exposedHeaders, checkBodySize, openapiJson, openapiYaml } = current();
  return {
    ...{ routes, config, exposedHeaders, checkBodySize, openapiJson, openapiYaml },
    handle: async (id, request) => unkept(await current().handle(id, { ...request, ifNoneMatch: undefined })),
    async admit(id, request) {
      const admission = await current().admit(id, { ...request, ifNoneMatch: undefined });
      if ("status" in admission) return unkept(admission);
      return { ...admission, key: admission.key && `${branch} ${admission.key}` };
    },
    // Such a network has no node upstream: all is answered here.
    answerHere: async (id, request) => unkept(await current().answerHere(id, { ...request, ifNoneMatch: undefined })),
    relay: undefined,
    head: () => current().head(),
    streamRequest: (request, lastEventId) => current().streamRequest(request, lastEventId),
    readStream: (question, request) => current().readStream(question, request),
    failure: (error) => current().failure(error),
    preflight: () => current().preflight(),
  };
}

function unkept(answer: ApiResponse): ApiResponse {
  const { ETag: _, ...headers } = answer.headers;
  return { ...answer, headers: { ...headers, "Cache-Control": "no-store" } };
}
