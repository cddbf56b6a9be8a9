import { listOperations, type OpenApiDocument } from "../api/openapi.ts";
import { Link } from "../routing/link.tsx";
import { Prose } from "../ui/prose.tsx";
import { ViewHeading } from "../ui/view-heading.tsx";
import { ExampleBlock } from "./example-block.tsx";
import { SchemaBody } from "./schema-body.tsx";

/** A named schema, and where it is used. */
export function SchemaView({ document, name }: { document: OpenApiDocument; name: string }) {
  const schema = document.components?.schemas?.[name];
  if (schema === undefined) {
    return (
      <>
        <ViewHeading title="No such schema" />
        <p>
          This node describes no schema <code>{name}</code>.
        </p>
      </>
    );
  }
  const reference = `"#/components/schemas/${name}"`;
  const users = listOperations(document).filter(({ operation }) => JSON.stringify(operation).includes(reference));
  const schemas = Object.entries(document.components?.schemas ?? {})
    .filter(([other, candidate]) => other !== name && JSON.stringify(candidate).includes(reference))
    .map(([other]) => other);
  const [example] = schema.examples ?? [];
  return (
    <>
      <ViewHeading title={`Schema ${name}`}>
        <span class="quiet">Schema</span> <span class="code-title">{name}</span>
      </ViewHeading>
      <Prose text={schema.description} />
      <SchemaBody document={document} schema={schema} />
      {example !== undefined && <ExampleBlock title="Example" value={example} />}
      {users.length + schemas.length > 0 && <h2>Used by</h2>}
      <ul class="values">
        {users.map(({ operation }) => (
          <li key={operation.operationId}>
            <Link to={{ view: "reference", operation: operation.operationId }}>
              {operation.summary ?? operation.operationId}
            </Link>
          </li>
        ))}
        {schemas.map((other) => (
          <li key={other}>
            <Link to={{ view: "schema", name: other }}>
              <code>{other}</code>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
