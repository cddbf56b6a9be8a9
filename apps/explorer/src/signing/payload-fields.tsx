import { FormField } from "../ui/form-field.tsx";
import { CallFields } from "./call-fields.tsx";
import type { FieldsProps } from "./sender-fields.tsx";
import { type PayloadKind, payloadKinds } from "./signing-form.ts";

const titles: Readonly<Record<PayloadKind, string>> = {
  entry_function_payload: "Entry function",
  script_payload: "Script",
  multisig_payload: "Multisig account",
};

/** What the transaction runs. */
export function PayloadFields(props: FieldsProps) {
  const { form, onChange } = props;
  return (
    <fieldset class="group">
      <legend>Payload</legend>
      <fieldset class="choices">
        <legend>It runs</legend>
        {payloadKinds.map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={form.kind === kind} onChange={() => onChange({ kind })} />{" "}
            {titles[kind]}
          </label>
        ))}
      </fieldset>
      {form.kind === "multisig_payload" && (
        <>
          <FormField
            label="Multisig account"
            list="accounts"
            value={form.multisigAddress}
            onChange={(multisigAddress) => onChange({ multisigAddress })}
          />
          <label class="field check">
            <input
              type="checkbox"
              checked={form.carriesCall}
              onChange={(event) => onChange({ carriesCall: event.currentTarget.checked })}
            />
            <span>carries its call; otherwise the one stored on chain is run</span>
          </label>
        </>
      )}
      {form.kind === "script_payload" ? (
        <ScriptFields {...props} />
      ) : (
        (form.kind === "entry_function_payload" || form.carriesCall) && <CallFields {...props} />
      )}
    </fieldset>
  );
}

function ScriptFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <label class="field">
        <span>Bytecode</span>
        <textarea
          rows={4}
          value={form.bytecode}
          spellcheck={false}
          onInput={(event) => onChange({ bytecode: event.currentTarget.value.trim() })}
        />
      </label>
      <FormField
        label="Type arguments"
        required={false}
        hint="none; types with ; between them"
        value={form.typeArguments.join(";")}
        onChange={(text) => onChange({ typeArguments: text === "" ? [] : text.split(";") })}
      />
      <FormField
        label="Arguments as a JSON array"
        value={form.scriptArguments}
        onChange={(scriptArguments) => onChange({ scriptArguments })}
      />
    </>
  );
}
