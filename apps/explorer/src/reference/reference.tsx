import { useEffect, useRef, useState } from "preact/hooks";
import { apiBase } from "../api/call.ts";
import { listOperations, type OpenApiDocument, readDescription } from "../api/openapi.ts";
import { useLoad } from "../loading/use-load.ts";
import { FailureNote } from "../ui/failure-note.tsx";
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
      <Sidebar document={document} operation={operation} schema={schema} />
      <div class="reference-page">
        <Page document={document} operation={operation} schema={schema} />
      </div>
    </div>
  );
}

/** Width from which on the contents stand next to the page. */
const wide = "(min-width: 60rem)";

/** The contents: next to the page, or folded above it on a narrow screen, so that what was asked for comes first. */
function Sidebar({ document, operation, schema }: ReferenceProps & { document: OpenApiDocument }) {
  const aside = useRef<HTMLElement>(null);
  const asked = operation ?? schema;
  const fits = (): boolean => matchMedia(wide).matches || asked === undefined;
  const [open, setOpen] = useState(fits);
  useEffect(() => {
    setOpen(fits());
    const current = aside.current?.querySelector<HTMLElement>("[aria-current]");
    if (aside.current === null || current == null) return;
    // The contents follow what is shown, without moving the page.
    aside.current.scrollTop = current.offsetTop - aside.current.clientHeight / 2;
  }, [asked]);
  return (
    <aside ref={aside}>
      <details class="contents-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Contents of the reference</summary>
        <Contents document={document} operation={operation} schema={schema} />
        <p class="quiet note">
          The description itself: <a href={`${apiBase}/spec.json`}>spec.json</a>,{" "}
          <a href={`${apiBase}/spec.yaml`}>spec.yaml</a>
        </p>
      </details>
    </aside>
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
