import { type OpenApiDocument, type PlacedOperation, resolveSchema, type Schema } from "../api/openapi.ts";
import { TryOperation } from "./try-operation.tsx";

/** A schema's type in a few words: `string (uint64)`, `array of Address`. */
function describeType(document: OpenApiDocument, schema: Schema | undefined): string {
  if (schema === undefined) return "any";
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  const resolved = resolveSchema(document, schema);
  const options = resolved.oneOf ?? resolved.anyOf;
  if (options !== undefined) return options.map((option) => describeType(document, option)).join(" or ");
  if (resolved.type === "array") return `array of ${describeType(document, resolved.items)}`;
  const type = [resolved.type ?? "any"].flat().join(" or ");
  return resolved.format === undefined ? type : `${type} (${resolved.format})`;
}

/** One operation: what it does, takes and answers, and a form to try it. */
export function OperationView({ document, placed }: { document: OpenApiDocument; placed: PlacedOperation }) {
  const { operation, method, path } = placed;
  const parameters = operation.parameters ?? [];
  return (
    <article class="operation">
      <h2>{operation.summary ?? operation.operationId}</h2>
      <p>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>/v1{path}</code>
      </p>
      {operation.description !== undefined && <p class="description">{operation.description}</p>}
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <dl class="parameters">
            {parameters.map((parameter) => (
              <div key={parameter.name}>
                <dt>
                  <code>{parameter.name}</code>{" "}
                  <small>
                    {parameter.in}, {describeType(document, parameter.schema)}
                    {parameter.required === true ? ", required" : ""}
                  </small>
                </dt>
                <dd>{parameter.description ?? parameter.schema?.description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3>Answers</h3>
      <dl class="parameters">
        {Object.entries(operation.responses).map(([status, reply]) => (
          <div key={status}>
            <dt>
              <code>{status}</code> <small>{Object.keys(reply.content ?? {}).join(", ")}</small>
            </dt>
            <dd>{reply.description}</dd>
          </div>
        ))}
      </dl>
      <TryOperation placed={placed} />
    </article>
  );
}
