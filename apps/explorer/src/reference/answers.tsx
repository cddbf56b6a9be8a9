import {
  listExamples,
  type OpenApiDocument,
  type Operation,
  type Reply,
  referencedName,
  resolveReply,
} from "../api/openapi.ts";
import { InlineProse } from "../ui/prose.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { ExampleBlock } from "./example-block.tsx";
import { SchemaBody } from "./schema-body.tsx";
import { SchemaType } from "./schema-type.tsx";

interface AnswersProps {
  readonly document: OpenApiDocument;
  readonly responses: Operation["responses"];
}

/** Answers of an operation: success in full, then every error with its codes. */
export function Answers({ document, responses }: AnswersProps) {
  const entries = Object.entries(responses);
  const successes = entries.filter(([status]) => status.startsWith("2"));
  const errors = entries.filter(([status]) => !status.startsWith("2"));
  return (
    <>
      {successes.map(([status, reply]) => (
        <Success key={status} document={document} status={status} reply={reply} />
      ))}
      {errors.length > 0 && (
        <section>
          <h2>Errors</h2>
          <Table
            columns={errorColumns}
            rows={errors.map(([status, reply]) => [status, resolveReply(document, reply)] as const)}
            rowKey={([status]) => status}
          />
        </section>
      )}
    </>
  );
}

const errorColumns: readonly Column<readonly [status: string, reply: Reply]>[] = [
  { title: "Status", heads: true, cell: ([status]) => <span class="number">{status}</span> },
  { title: "When", cell: ([, reply]) => <InlineProse text={withoutCodes(reply)} /> },
  {
    title: "error_code",
    cell: ([, reply]) =>
      reply["x-error-codes"]?.map((code) => (
        <code key={code} class="error-code">
          {code}
        </code>
      )) ?? <span class="quiet">none</span>,
  },
];

/** The codes have a column of their own. */
function withoutCodes({ description, "x-error-codes": codes }: Reply): string {
  return (codes === undefined ? description : description?.replace(/\s*`error_code`:.*$/, "")) ?? "";
}

function Success({ document, status, reply }: { document: OpenApiDocument; status: string; reply: Reply }) {
  return (
    <section>
      <h2>
        Answer <small>{status}</small>
      </h2>
      <p>
        <InlineProse text={reply.description} />
      </p>
      {Object.entries(reply.content ?? {}).map(([type, { schema, ...examples }]) => (
        <section key={type} class="media">
          <h3>
            <code>{type}</code>{" "}
            <small>
              <SchemaType schema={schema} />
            </small>
          </h3>
          {schema !== undefined && type === "application/json" && (
            <SchemaBody document={document} schema={schema.type === "array" ? (schema.items ?? {}) : schema} />
          )}
          {schema !== undefined && type !== "application/json" && (
            <p>
              <InlineProse text={schema.description} />
            </p>
          )}
          {listExamples(examples).map(({ summary, value }) => (
            <ExampleBlock key={summary} title={`Example answer: ${summary}`} value={value} />
          ))}
        </section>
      ))}
      <Headers document={document} reply={reply} />
    </section>
  );
}

function Headers({ document, reply }: { document: OpenApiDocument; reply: Reply }) {
  const headers = Object.entries(reply.headers ?? {});
  if (headers.length === 0) return null;
  return (
    <details>
      <summary>
        Headers <small>{headers.length}</small>
      </summary>
      <dl class="parameters">
        {headers.map(([name, header]) => {
          const resolved = document.components?.headers?.[referencedName(header) ?? ""] ?? header;
          return (
            <div key={name}>
              <dt>
                <code>{name}</code>{" "}
                <small>
                  <SchemaType schema={resolved.schema} />
                  {resolved.required === true ? "" : ", optional"}
                </small>
              </dt>
              <dd>
                <InlineProse text={resolved.description} />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
