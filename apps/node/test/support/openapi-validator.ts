import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

interface Header {
  readonly required?: boolean;
  readonly schema?: unknown;
  readonly $ref?: string;
}

interface Reply {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

/** The parts of an OpenAPI document that answers are checked against. */
export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: object; readonly headers?: Readonly<Record<string, Header>> };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema?: unknown;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, { value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<Record<string, Reply & { readonly $ref?: string }>>;
}

/** Validates real answers against the description that the same server serves. */
export class DescriptionValidator {
  readonly description: Description;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(description: Description) {
    this.description = description;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    for (const format of ["uint8", "uint16", "uint32", "uint64"]) {
      this.#ajv.addFormat(format, {
        type: "number",
        validate: (value: number) => Number.isInteger(value) && value >= 0,
      });
    }
    this.#ajv.addSchema(description, "openapi.json");
  }

  /** Asserts that an answer is one that the operation documents: status, media type, headers and body. */
  async expectDocumented(path: string, method: "get" | "post", response: Response): Promise<void> {
    const place = `${method.toUpperCase()} ${path} → ${response.status}`;
    const declared = this.description.paths[path]?.[method]?.responses[String(response.status)];
    const pointer = declared?.$ref?.slice(1) ?? `/paths/${escapePointer(path)}/${method}/responses/${response.status}`;
    const reply = this.#resolve<Reply>(declared);
    expect(reply, `${place} is documented`).toBeDefined();
    for (const [name, reference] of Object.entries(reply?.headers ?? {})) {
      const header = this.#resolve<Header>(reference);
      if (header?.required === true) expect(response.headers.get(name), `${place}: ${name}`).not.toBeNull();
    }
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    expect(Object.keys(reply?.content ?? {}), `${place}: media type`).toContain(type);
    if (type !== "application/json") return;
    const validate = this.#compile(`${pointer}/content/application~1json/schema`);
    const body: unknown = JSON.parse(await response.clone().text());
    expect(validate(body) ? [] : validate.errors, `${place}: ${JSON.stringify(body).slice(0, 500)}`).toEqual([]);
  }

  #resolve<T>(value: unknown): T | undefined {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value as T | undefined;
    return reference
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], this.description) as T | undefined;
  }

  #compile(pointer: string): ValidateFunction {
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
      this.#validators.set(pointer, validate);
    }
    return validate;
  }
}

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
