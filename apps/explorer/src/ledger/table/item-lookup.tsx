import { useState } from "preact/hooks";
import type { TableItemRequest } from "../../api/answers.ts";
import { callProved } from "../../api/proved.ts";
import { MoveValueField } from "../../forms/move-value-field.tsx";
import { emptyValue } from "../../forms/starting-value.ts";
import { useLoad } from "../../loading/use-load.ts";
import { parseType } from "../../move/type-text.ts";
import { prettyJson } from "../../text/pretty-json.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { TrustMark } from "../../ui/trust-mark.tsx";
import type { At } from "../../version/at.ts";
import { ValueView } from "../value/value-view.tsx";

/** Which table is looked into, and what is known of it. */
export interface ItemLookupProps {
  readonly handle: string;
  readonly keyType: string | undefined;
  readonly valueType: string | undefined;
  readonly at: At;
}

/** Looks an item up with a form made from the key's type. The last key asked for is read again at every version chosen. */
export function ItemLookup({ handle, keyType: givenKeyType, valueType: givenValueType, at }: ItemLookupProps) {
  const [keyType, setKeyType] = useState(givenKeyType ?? "address");
  const [valueType, setValueType] = useState(givenValueType ?? "u64");
  const type = parseType(keyType);
  const [key, setKey] = useState<unknown>(() => emptyValue(type));
  const [asked, setAsked] = useState<TableItemRequest>();
  const submit = (event: Event): void => {
    event.preventDefault();
    setAsked({ key_type: keyType, value_type: valueType, key });
  };
  return (
    <>
      <form class="panel" onSubmit={submit}>
        <div class="columns">
          <FormField
            label="Key type"
            value={keyType}
            onChange={(text) => {
              setKeyType(text);
              setKey(emptyValue(parseType(text)));
            }}
          />
          <FormField label="Value type" value={valueType} onChange={setValueType} />
        </div>
        <MoveValueField key={keyType} type={type} label="Key" value={key} onChange={setKey} />
        <details class="request-json">
          <summary>The request as JSON</summary>
          <pre>{prettyJson(JSON.stringify({ key_type: keyType, value_type: valueType, key }))}</pre>
        </details>
        <button type="submit">Read item</button>
      </form>
      {asked !== undefined && <Item handle={handle} request={asked} at={at} />}
    </>
  );
}

function Item({ handle, request, at }: { handle: string; request: TableItemRequest; at: At }) {
  const { value, failure, busy } = useLoad(
    (signal) =>
      callProved("get_table_item", {
        params: { table_handle: handle },
        query: { ledger_version: at },
        body: request,
        signal,
      }),
    `${handle} ${JSON.stringify(request)} ${at ?? ""}`,
  );
  return (
    <section class="result" aria-label="Item" aria-live="polite" aria-busy={busy}>
      <h2>Item</h2>
      {failure !== undefined && <FailureNote failure={failure} />}
      {value !== undefined && <ValueView value={value.value} type={parseType(request.value_type)} at={at} />}
      <TrustMark mark={value?.mark} />
    </section>
  );
}
