import { startLocalNetwork } from "@ledger/devnet";
import type { Source } from "../pages/page.ts";
import type { Description, Endpoint } from "./openapi.ts";
import { writeEndpoint, writeIndex, writeSchemas } from "./write-endpoint.ts";

/** Describes the REST API as pages, one for each operation, from the description that a network serves. */
export async function describeRest(): Promise<Source[]> {
  await using net = await startLocalNetwork();
  const description = (await (await net.fetch(`${net.url}/spec.json`)).json()) as Description;
  const endpoints = listEndpoints(description);
  return [
    { path: "rest/README.md", text: writeIndex(description, endpoints) },
    { path: "rest/schemas.md", text: writeSchemas(description.components.schemas) },
    ...endpoints.map((endpoint) => ({
      path: `rest/${endpoint.operationId}.md`,
      text: writeEndpoint(endpoint, description),
    })),
  ];
}

function listEndpoints({ paths }: Description): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}
