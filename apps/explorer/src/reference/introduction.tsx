import { apiBase } from "../api/call.ts";
import { listOperations, type OpenApiDocument } from "../api/openapi.ts";
import { Link } from "../routing/link.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Prose } from "../ui/prose.tsx";
import { ViewHeading } from "../ui/view-heading.tsx";

/** Introduction of the API, shown before any operation is chosen. */
export function Introduction({ document }: { document: OpenApiDocument }) {
  const { title, version, description } = document.info;
  const operations = listOperations(document);
  return (
    <>
      <ViewHeading title={title} />
      <p class="quiet">
        Version {version}, {operations.length} operations below <code>{apiBase}</code>{" "}
        <CopyButton text={apiBase} what="address of the API" />
      </p>
      <Prose text={description} />
      <table class="rows">
        <caption>Operations</caption>
        <thead>
          <tr>
            <th scope="col">Method and path</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ method, path, operation }) => (
            <tr key={operation.operationId}>
              <th scope="row">
                <Link to={{ view: "reference", operation: operation.operationId }}>
                  <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
                </Link>
              </th>
              <td class="wrap">{operation.summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
