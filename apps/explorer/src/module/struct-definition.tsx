import type { FieldAbi, ModuleAbi, StructAbi } from "../api/answers.ts";
import { TypeView } from "../move/type-view.tsx";
import { Link } from "../routing/link.tsx";
import { TypeParameters } from "./type-parameters.tsx";

interface StructDefinitionProps {
  readonly module: ModuleAbi;
  readonly definition: StructAbi;
  /** True for an event: it says so itself, or a handle is of its type. */
  readonly isEvent: boolean;
  readonly marked: boolean;
}

/** A struct or an enum with its fields. */
export function StructDefinition({ module, definition, isEvent, marked }: StructDefinitionProps) {
  const { name, is_event, is_native, is_enum, abilities, generic_type_params, fields, variants } = definition;
  return (
    <li id={`item-${name}`} class={marked ? "definition marked" : "definition"} tabIndex={-1}>
      <code>
        {is_event && <span class="attribute">#[event] </span>}
        <span class="keyword">
          {is_native ? "native " : ""}
          {is_enum === true ? "enum " : "struct "}
        </span>
        <Link class="defined" to={{ view: "module", address: module.address, name: module.name, item: name }}>
          {name}
        </Link>
        <TypeParameters parameters={generic_type_params} />
        {abilities.length > 0 && (
          <>
            <span class="keyword"> has </span>
            {abilities.join(", ")}
          </>
        )}
      </code>
      {isEvent && generic_type_params.length === 0 && (
        <p class="note">
          <Link to={{ view: "events", type: `${module.address}::${module.name}::${name}` }}>Events of this type</Link>
        </p>
      )}
      {is_enum === true ? (
        <dl class="fields">
          {(variants ?? []).map((variant) => (
            <div key={variant.name} class="enum-variant">
              <dt>
                <code>{variant.name}</code>
              </dt>
              <dd>{variant.fields.length > 0 && <Fields fields={variant.fields} home={module.address} />}</dd>
            </div>
          ))}
        </dl>
      ) : (
        fields.length > 0 && <Fields fields={fields} home={module.address} />
      )}
    </li>
  );
}

function Fields({ fields, home }: { fields: readonly FieldAbi[]; home: string }) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>
          </dt>
          <dd>
            <TypeView type={field.type} home={home} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
