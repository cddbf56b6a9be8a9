import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Description, Operation } from "../support/openapi-validator.ts";
import type { SpecRequest } from "./requests.ts";

/** An answer as it came off the wire. */
export interface SpecAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface DeclaredHeader {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string };
}

interface DeclaredReply {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, DeclaredHeader>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly "x-error-codes"?: readonly string[];
}

/** Finds everything in which an answer differs from what the description allows for its request. */
export class AnswerChecker {
  readonly #description: Description;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(description: Description) {
    this.#description = description;
    addFormats.default(this.#ajv);
    for (const format of ["uint8", "uint16", "uint32", "uint64"]) {
      this.#ajv.addFormat(format, { type: "number", validate: (value) => Number.isInteger(value) && value >= 0 });
    }
    this.#ajv.addSchema({ $id: "doc", components: description.components });
  }

  /** @returns one text for every difference */
  check(request: SpecRequest, answer: SpecAnswer): string[] {
    const { status, headers, body } = answer;
    const operation = this.#operationOf(request);
    const reply = this.#resolve<DeclaredReply>(operation?.responses[String(status)]);
    const faults: string[] = [];
    if (reply === undefined) return [`status ${status} is not documented: ${body.toString().slice(0, 300)}`];
    for (const [name, reference] of Object.entries(reply.headers ?? {})) {
      const header = this.#resolve<DeclaredHeader>(reference);
      const value = headers[name.toLowerCase()];
      if (value === undefined && header?.required) faults.push(`header ${name} is missing`);
      if (value !== undefined && header?.schema?.type === "integer" && !/^\d+$/.test(String(value))) {
        faults.push(`header ${name} is ${String(value)}`);
      }
    }
    const documented = new Set(Object.keys(reply.headers ?? {}).map((name) => name.toLowerCase()));
    for (const name of Object.keys(this.#description.components?.headers ?? {})) {
      const sent = headers[name.toLowerCase()] !== undefined;
      if (sent && !documented.has(name.toLowerCase())) faults.push(`header ${name} is not documented for ${status}`);
    }
    if (request.method === "HEAD" || reply.content === undefined) {
      if (body.length > 0) faults.push("there is a body");
      if (reply.content === undefined) return faults.concat(findServerFault(status, undefined));
    }
    const type = String(headers["content-type"] ?? "none").split(";")[0] ?? "";
    const content = reply.content?.[type];
    if (content === undefined) return [...faults, `${type} is not documented for ${status}`];
    if (type !== "application/json" || request.method === "HEAD") return faults;
    return [...faults, ...this.#checkJson(status, body, content.schema ?? {}, reply["x-error-codes"])];
  }

  #checkJson(status: number, body: Buffer, schema: object, codes: readonly string[] | undefined): string[] {
    const faults: string[] = [];
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      return [`the body is not JSON: ${body.toString().slice(0, 300)}`];
    }
    const validate = this.#validatorOf(schema);
    if (!validate(value)) {
      faults.push(...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`));
    }
    const code = (value as { readonly error_code?: string } | null)?.error_code;
    if (codes !== undefined && !codes.includes(code ?? "")) faults.push(`error code ${code} is not documented`);
    return faults.concat(findServerFault(status, code));
  }

  /** A method that the path does not have is answered as any operation of the path documents. */
  #operationOf({ template, method }: SpecRequest): Operation | undefined {
    const operations = this.#description.paths[template] ?? {};
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    return operations[name] ?? Object.values(operations)[0];
  }

  #validatorOf(schema: object): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc#/');
      validate = this.#ajv.compile(JSON.parse(text) as object);
      this.#validators.set(schema, validate);
    }
    return validate;
  }

  #resolve<T extends object>(value: unknown): T | undefined {
    const reference = (value as { readonly $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value as T | undefined;
    const path = reference.slice(2).split("/");
    return path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], this.#description) as T;
  }
}

/** Only the health check may say that the node is not well; it is asked for the age of the ledger, too. */
function findServerFault(status: number, code: string | undefined): string[] {
  return status >= 500 && code !== "health_check_failed" ? [`the node failed with ${status}`] : [];
}
