import { apiBase } from "../api/call.ts";
import {
  listExamples,
  type OpenApiDocument,
  type Parameter,
  type PlacedOperation,
  resolveSchema,
} from "../api/openapi.ts";
import { formatPlace } from "../routing/route.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { InlineProse, Prose } from "../ui/prose.tsx";
import { ViewHeading } from "../ui/view-heading.tsx";
import { Answers } from "./answers.tsx";
import { ExampleBlock } from "./example-block.tsx";
import { SchemaBody } from "./schema-body.tsx";
import { SchemaType } from "./schema-type.tsx";
import { TryOperation } from "./try-operation.tsx";

/** One operation: what it does, takes and answers, and a form to try it. */
export function OperationView({ document, placed }: { document: OpenApiDocument; placed: PlacedOperation }) {
  const { operation, method, path } = placed;
  const title = operation.summary ?? operation.operationId;
  const link = new URL(formatPlace({ route: { view: "reference", operation: operation.operationId } }), location.href)
    .href;
  return (
    <article class="operation">
      <ViewHeading title={title} />
      <p class="path">
        <span class={`method ${method.toLowerCase()}`}>{method}</span>{" "}
        <code>
          <span class="quiet">{new URL(apiBase).pathname}</span>
          {path}
        </code>{" "}
        <CopyButton text={link} what="link to this operation" />
      </p>
      <Prose text={operation.description} />
      <Parameters document={document} parameters={operation.parameters ?? []} />
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => (
        <section key={type}>
          <h2>
            Body <small>{type}</small>
          </h2>
          {media.schema !== undefined && (
            <>
              <p>
                <SchemaType schema={media.schema} />{" "}
                <InlineProse text={resolveSchema(document, media.schema).description} />
              </p>
              <SchemaBody document={document} schema={media.schema} />
            </>
          )}
          {listExamples(media).map(({ summary, value }) => (
            <ExampleBlock key={summary} title={`Example body: ${summary}`} value={value} />
          ))}
        </section>
      ))}
      <TryOperation placed={placed} />
      <Answers document={document} responses={operation.responses} />
    </article>
  );
}

function Parameters({ document, parameters }: { document: OpenApiDocument; parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      <dl class="parameters">
        {parameters.map(({ name, in: place, schema, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{" "}
              <small>
                {place}, <SchemaType schema={schema} />
                {required === true ? ", required" : ""}
              </small>
            </dt>
            <dd>
              <InlineProse text={description ?? (schema && resolveSchema(document, schema).description)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
