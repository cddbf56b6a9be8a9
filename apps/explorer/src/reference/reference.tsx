import { getJson } from "../api/client.ts";
import { listOperations, type OpenApiDocument } from "../api/openapi.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { useLoad } from "../ui/use-load.ts";
import { OperationView } from "./operation-view.tsx";

/** The API reference, made from the description that this node serves. */
export function Reference({ selected }: { selected: string | undefined }) {
  const { value: document, failure } = useLoad((signal) => getJson<OpenApiDocument>("/spec.json", signal), "spec");
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (document === undefined) return <p class="quiet">Loading…</p>;
  const operations = listOperations(document);
  const shown = operations.find(({ operation }) => operation.operationId === selected) ?? operations[0];
  return (
    <>
      <h1>{document.info.title}</h1>
      <p class="quiet">
        Version {document.info.version}. The description itself: <a href="spec.json">spec.json</a>,{" "}
        <a href="spec.yaml">spec.yaml</a>.
      </p>
      <div class="reference">
        <nav class="operations" aria-label="Operations">
          <ul>
            {operations.map(({ path, method, operation }) => (
              <li key={operation.operationId}>
                <a
                  href={`#reference/${operation.operationId}`}
                  aria-current={operation.operationId === shown?.operation.operationId ? "page" : undefined}
                >
                  <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shown !== undefined && <OperationView key={shown.operation.operationId} document={document} placed={shown} />}
      </div>
    </>
  );
}
