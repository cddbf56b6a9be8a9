import { stringify } from "yaml";
import type { ApiConfig } from "../contract/config.ts";
import type { ApiDocuments } from "../endpoint/api-documents.ts";
import type { PlaceOf } from "../endpoint/place.ts";
import { documentRoutes, routes } from "../routes/index.ts";
import { buildOpenApi, type OpenApiDocument } from "./document.ts";
import { toJsonOnly } from "./json-only.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";

const plainPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ledger Node API</title></head>
<body>
<h1>Ledger Node API</h1>
<p>The description of this API: <a href="/v1/spec.json">spec.json</a>, <a href="/v1/spec.yaml">spec.yaml</a>.</p>
</body>
</html>
`;

/** Inputs of the documents besides the settings. */
export interface DocumentsOptions {
  /** HTML of the page that shows the description; a small page that links it when absent. */
  readonly specPage: string | undefined;
  /** Finds the place that answers an operation. */
  readonly placeOf: PlaceOf;
}

/** The documents about an API, each written at its first use and kept. */
export function createDocuments(config: ApiConfig, { specPage, placeOf }: DocumentsOptions): ApiDocuments {
  let document: OpenApiDocument | undefined;
  let json: string | undefined;
  let json30: string | undefined;
  let jsonOnly: string | undefined;
  let yaml: string | undefined;
  const build = () => {
    document ??= buildOpenApi(routes, documentRoutes, config, placeOf);
    return document;
  };
  return {
    json: () => {
      json ??= JSON.stringify(build());
      return json;
    },
    json30: () => {
      json30 ??= JSON.stringify(toOpenApi30(build()));
      return json30;
    },
    jsonOnly: () => {
      jsonOnly ??= JSON.stringify(toJsonOnly(build()));
      return jsonOnly;
    },
    yaml: () => {
      yaml ??= stringify(build(), { aliasDuplicateObjects: false, lineWidth: 120 });
      return yaml;
    },
    html: () => specPage ?? plainPage,
  };
}
