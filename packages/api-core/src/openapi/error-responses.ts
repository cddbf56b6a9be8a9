import type { DocumentedError } from "./operation-errors.ts";
import type { DocumentSchema } from "./schema-components.ts";

const retryAfter: DocumentSchema = {
  description: "Seconds to wait before the next try, when the node is busy.",
  schema: { type: "integer", minimum: 0 },
};

/** Collects the refusals of the operations as components: most operations share most of them. */
export class ErrorResponses {
  readonly #schema: DocumentSchema;
  readonly #headers: Readonly<Record<string, DocumentSchema>>;
  readonly #components = new Map<string, object>();
  /** Component name by content. */
  readonly #names = new Map<string, string>();

  /** @param schema - the body of every refusal */
  constructor(schema: DocumentSchema, headers: Readonly<Record<string, DocumentSchema>>) {
    this.#schema = schema;
    this.#headers = headers;
  }

  /** A reference to the response, with its own description; equal ones are one component. */
  refer(status: number, { codes, description: cause }: DocumentedError): DocumentSchema {
    const description = `${cause} \`error_code\`: ${codes.map((code) => `\`${code}\``).join(", ")}.`;
    const id = `${status} ${description}`;
    let name = this.#names.get(id);
    if (name === undefined) {
      name = this.#nameFor(status);
      this.#names.set(id, name);
      this.#components.set(name, {
        description,
        headers: status === 503 ? { ...this.#headers, "Retry-After": retryAfter } : this.#headers,
        content: { "application/json": { schema: this.#schema } },
        "x-error-codes": codes,
      });
    }
    return { $ref: `#/components/responses/${name}`, description };
  }

  /** All responses referred to so far, by name. */
  components(): Record<string, object> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** `Error404`, `Error404_2`, … */
  #nameFor(status: number): string {
    let name = `Error${status}`;
    for (let count = 2; this.#components.has(name); count++) name = `Error${status}_${count}`;
    return name;
  }
}
