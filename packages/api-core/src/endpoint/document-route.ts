import type { ApiDocuments } from "./api-documents.ts";
import type { Tag } from "./route.ts";

/** A route that serves one fixed text about the API itself: nothing is negotiated, no state is read. */
export interface DocumentRoute {
  readonly kind: "document";
  readonly id: string;
  readonly method: "GET";
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** As sent. */
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How the text begins; of JSON, some of its members. */
  readonly example: unknown;
  readonly render: (documents: ApiDocuments) => string;
}
