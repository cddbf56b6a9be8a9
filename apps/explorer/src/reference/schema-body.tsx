import type { OpenApiDocument, Schema } from "../api/openapi.ts";
import { resolveSchema } from "../api/openapi.ts";
import { InlineProse } from "../ui/prose.tsx";
import { SchemaType } from "./schema-type.tsx";

/** Members that a schema brings together from its parts. */
interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Parts of parts are followed this far; a description may refer to itself. */
const maxDepth = 8;

function listMembers(document: OpenApiDocument, schema: Schema, depth = 0): Member[] {
  if (depth > maxDepth) return [];
  const { properties, required, allOf } = resolveSchema(document, schema);
  const own = Object.entries(properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    required: required?.includes(name) === true,
  }));
  return [...(allOf ?? []).flatMap((part) => listMembers(document, part, depth + 1)), ...own];
}

/** Members, alternatives or values of a schema. */
export function SchemaBody({ document, schema }: { document: OpenApiDocument; schema: Schema }) {
  const resolved = resolveSchema(document, schema);
  const members = listMembers(document, schema);
  const options = resolved.oneOf ?? resolved.anyOf;
  return (
    <>
      {members.length > 0 && (
        <dl class="parameters">
          {members.map((member) => (
            <MemberRow key={member.name} document={document} member={member} />
          ))}
        </dl>
      )}
      {options !== undefined && (
        <p>
          One of: <SchemaType schema={resolved} />
        </p>
      )}
      {resolved.enum !== undefined && (
        <ul class="values">
          {resolved.enum.map((value) => (
            <li key={String(value)}>
              <code>{String(value)}</code>
            </li>
          ))}
        </ul>
      )}
      {members.length === 0 && options === undefined && resolved.enum === undefined && (
        <p>
          <SchemaType schema={resolved} />
          {resolved.pattern !== undefined && (
            <>
              {" "}
              of the form <code class="wrap">{resolved.pattern}</code>
            </>
          )}
        </p>
      )}
    </>
  );
}

function MemberRow({ document, member: { name, schema, required } }: { document: OpenApiDocument; member: Member }) {
  return (
    <div>
      <dt>
        <code>{name}</code>{" "}
        <small>
          <SchemaType schema={schema} />
          {required ? "" : ", optional"}
        </small>
      </dt>
      <dd>
        <InlineProse text={schema.description ?? resolveSchema(document, schema).description} />
      </dd>
    </div>
  );
}
