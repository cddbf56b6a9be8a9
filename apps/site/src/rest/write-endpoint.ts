import { slug } from "@ledger/check-docs/files";
import type { Content, Description, Endpoint, Parameter, Schema } from "./openapi.ts";

/** Writes the list of all operations. */
export function writeIndex({ info, tags }: Description, endpoints: readonly Endpoint[]): string {
  const groups = tags.map(({ name, description }) => {
    const own = endpoints.filter(({ tags: [first] = [] }) => first === name);
    return [
      `## ${name}`,
      description,
      table(
        ["Operation", "Request"],
        own.map(({ summary, operationId, method, path }) => [
          `[${summary}](${operationId}.md)`,
          `\`${method} ${path}\``,
        ]),
      ),
    ].join("\n\n");
  });
  const schemas =
    "The shapes of bodies are [schemas](schemas.md). Every request can be tried on a network that runs " +
    "[in the page](../playground/README.md#explorer=/reference).";
  return [`# ${info.title}`, info.description, schemas, ...groups].join("\n\n");
}

/** Writes the page of an operation. */
export function writeEndpoint(endpoint: Endpoint, description: Description): string {
  const { summary, method, path, parameters = [], requestBody, responses } = endpoint;
  const answers = Object.entries(responses).map(([status, answer]) => {
    const { description: text = "", content } =
      answer.$ref === undefined ? answer : (description.components.responses[lastPart(answer.$ref)] ?? answer);
    return [`\`${status}\``, cell(text), writeShapes(content)];
  });
  const good = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return [
    `# ${summary}`,
    endpoint.description ?? "",
    `\`\`\`text\n${method} /v1${path}\n\`\`\``,
    `[Try it on a network in this page](../playground/README.md#explorer=/reference/${endpoint.operationId})`,
    ...(parameters.length === 0 ? [] : ["## Parameters", writeParameters(parameters)]),
    ...(requestBody === undefined
      ? []
      : ["## Body", writeShapes(requestBody.content), ...writeExamples(requestBody.content)]),
    "## Answers",
    table(["Status", "When", "Shape"], answers),
    ...writeExamples(good?.content),
  ].join("\n\n");
}

/** Writes the page of all shapes. */
export function writeSchemas(schemas: Description["components"]["schemas"]): string {
  const parts = Object.entries(schemas).map(
    ([name, schema]) => `## ${name}\n\n\`\`\`json\n${JSON.stringify(schema, undefined, 2)}\n\`\`\``,
  );
  return ["# Schemas", "The shapes of bodies, as JSON Schema.", ...parts].join("\n\n");
}

function writeParameters(parameters: readonly Parameter[]): string {
  return table(
    ["Name", "In", "Shape", ""],
    parameters.map(({ name, in: place, required, description = "", schema }) => [
      `\`${name}\`${required ? "" : ", optional"}`,
      place,
      writeSchema(schema),
      cell(description),
    ]),
  );
}

function writeShapes(content: Content = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${writeSchema(schema)} (\`${type}\`)`)
    .join(", ");
}

/** Names a shape in a few words. */
function writeSchema(schema: Schema | undefined): string {
  if (schema === undefined) return "";
  if (schema.$ref !== undefined) {
    const name = lastPart(schema.$ref);
    return `[${name}](schemas.md#${slug(name)})`;
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map(writeSchema).join(" or ");
  if (schema.items !== undefined) return `list of ${writeSchema(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

function writeExamples(content: Content = {}): string[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(
      ({ summary = "Example", value }) =>
        `**${summary}**\n\n\`\`\`json\n${typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}\n\`\`\``,
    ),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

const lastPart = (reference: string): string => reference.split("/").at(-1) ?? reference;
