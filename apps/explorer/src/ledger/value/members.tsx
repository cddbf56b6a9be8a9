import { useState } from "preact/hooks";
import type { TypedStruct } from "../../move/read-abi.ts";
import type { TypeText } from "../../move/type-text.ts";
import type { At } from "../../version/at.ts";
import type { ValueComponent } from "./value-props.ts";

/** Items of a vector shown before the reader asks for more. */
const shownItems = 20;

/** Member that names the variant of an enum value. */
const variantMember = "__variant__";

interface MembersProps {
  readonly value: object;
  readonly struct: TypedStruct | undefined;
  readonly at: At;
  readonly Part: ValueComponent;
}

/** The members of a struct or of an enum's variant. */
export function Members({ value, struct, at, Part }: MembersProps) {
  const variant: unknown = Reflect.get(value, variantMember);
  const fields = struct?.variants?.find(({ name }) => name === variant)?.fields ?? struct?.fields ?? [];
  const members = Object.entries(value).filter(([name]) => name !== variantMember);
  return (
    <>
      {typeof variant === "string" && <span class="variant">{variant}</span>}
      {members.length > 0 && (
        <dl class="members">
          {members.map(([name, member]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Part value={member} type={fields.find((field) => field.name === name)?.type} at={at} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface ItemsProps {
  readonly items: readonly unknown[];
  readonly type: TypeText | undefined;
  readonly at: At;
  readonly Part: ValueComponent;
}

/** The items of a vector. */
export function Items({ items, type, at, Part }: ItemsProps) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return <span class="quiet">empty</span>;
  const shown = all ? items : items.slice(0, shownItems);
  return (
    <>
      <ol class="items" start={0}>
        {shown.map((item, i) => (
          <li key={i}>
            <Part value={item} type={type} at={at} />
          </li>
        ))}
      </ol>
      {shown.length < items.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          Show all {items.length}
        </button>
      )}
    </>
  );
}
