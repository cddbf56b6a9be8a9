import type { DocumentRoute } from "../contract/document-route.ts";

/** `GET /spec`, `/spec.json` and `/spec.yaml`: the description of the API, and a page that shows it. */
export const documentRoutes: readonly DocumentRoute[] = [
  {
    id: "spec",
    method: "GET",
    path: "/spec",
    tag: "General",
    summary: "Show the API explorer",
    description: "An HTML page to read this description and to try the endpoints.",
    contentType: "text/html; charset=utf-8",
    headers: {},
    render: (documents) => documents.html(),
  },
  {
    id: "spec_json",
    method: "GET",
    path: "/spec.json",
    tag: "General",
    summary: "Get this description as JSON",
    description: "The OpenAPI 3.1 document of this node.",
    contentType: "application/json; charset=utf-8",
    headers: {},
    render: (documents) => documents.json(),
  },
  {
    id: "spec_json_3_0",
    method: "GET",
    path: "/spec-3.0.json",
    tag: "General",
    summary: "Get this description in OpenAPI 3.0",
    description: "The same document in OpenAPI 3.0.3, for tools that read nothing newer.",
    contentType: "application/json; charset=utf-8",
    headers: {},
    render: (documents) => documents.json30(),
  },
  {
    id: "spec_yaml",
    method: "GET",
    path: "/spec.yaml",
    tag: "General",
    summary: "Get this description as YAML",
    description: "The OpenAPI 3.1 document of this node.",
    contentType: "application/x-yaml; charset=utf-8",
    headers: { "Content-Disposition": 'inline; filename="spec.yaml"' },
    render: (documents) => documents.yaml(),
  },
];
