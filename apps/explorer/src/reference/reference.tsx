import { apiBase } from "../api/call.ts";
import { listOperations, type OpenApiDocument, readDescription } from "../api/openapi.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { useLoad } from "../ui/use-load.ts";
import { ViewHeading } from "../ui/view-heading.tsx";
import { Contents } from "./contents.tsx";
import { Introduction } from "./introduction.tsx";
import { OperationView } from "./operation-view.tsx";
import { SchemaView } from "./schema-view.tsx";

interface ReferenceProps {
  /** Id of the operation to show. */
  readonly operation?: string | undefined;
  /** Name of the schema to show. */
  readonly schema?: string | undefined;
}

/** The API reference, made from the description that this node serves. */
export function Reference({ operation, schema }: ReferenceProps) {
  const { value: document, failure } = useLoad(readDescription, "spec");
  if (failure !== undefined) {
    return (
      <>
        <ViewHeading title="API reference" />
        <FailureNote failure={failure} />
      </>
    );
  }
  if (document === undefined) return <p class="quiet">Loading…</p>;
  return (
    <div class="reference">
      <aside>
        <Contents document={document} operation={operation} schema={schema} />
        <p class="quiet note">
          The description itself: <a href={`${apiBase}/spec.json`}>spec.json</a>,{" "}
          <a href={`${apiBase}/spec.yaml`}>spec.yaml</a>
        </p>
      </aside>
      <div class="reference-page">
        <Page document={document} operation={operation} schema={schema} />
      </div>
    </div>
  );
}

function Page({ document, operation, schema }: ReferenceProps & { document: OpenApiDocument }) {
  if (schema !== undefined) return <SchemaView key={schema} document={document} name={schema} />;
  if (operation === undefined) return <Introduction document={document} />;
  const placed = listOperations(document).find((candidate) => candidate.operation.operationId === operation);
  if (placed === undefined) {
    return (
      <>
        <ViewHeading title="No such operation" />
        <p>
          This node describes no operation <code>{operation}</code>.
        </p>
      </>
    );
  }
  return <OperationView key={operation} document={document} placed={placed} />;
}
