import { Fragment } from "preact";
import { referencedName, type Schema } from "../api/openapi.ts";
import { Link } from "../routing/link.tsx";

/** A schema's type in a few words: `string (uint64)`, `array of Address`. Named schemas lead to their page. */
export function SchemaType({ schema }: { schema: Schema | undefined }) {
  if (schema === undefined) return <>any</>;
  const name = referencedName(schema);
  if (name !== undefined) {
    return (
      <Link to={{ view: "schema", name }}>
        <code>{name}</code>
      </Link>
    );
  }
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return <Joined schemas={options} word=" or " />;
  if (schema.allOf !== undefined) return <Joined schemas={schema.allOf} word=" and " />;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.type === "array") {
    return (
      <>
        array of <SchemaType schema={schema.items} />
      </>
    );
  }
  if (schema.enum !== undefined) return <>{schema.enum.map((value) => JSON.stringify(value)).join(" or ")}</>;
  const type = [schema.type ?? "any value"].flat().join(" or ");
  return <>{schema.format === undefined ? type : `${type} (${schema.format})`}</>;
}

function Joined({ schemas, word }: { schemas: readonly Schema[]; word: string }) {
  return (
    <>
      {schemas.map((schema, i) => (
        <Fragment key={i}>
          {i > 0 && word}
          <SchemaType schema={schema} />
        </Fragment>
      ))}
    </>
  );
}
