/** Documents about the API itself. */
export interface ApiDocuments {
  json(): string;
  /** In OpenAPI 3.0.3. */
  json30(): string;
  /** Of the operations and answers in JSON. */
  jsonOnly(): string;
  yaml(): string;
  html(): string;
}
