import { CheckField, Choices, FormField } from "../ui/form-field.tsx";
import { CallFields } from "./call-fields.tsx";
import type { FieldsProps } from "./sender-fields.tsx";
import { payloadKinds, payloadTitles } from "./signing-form.ts";

/** Fields for the code that the transaction runs. */
export function PayloadFields(props: FieldsProps) {
  const { form, onChange } = props;
  return (
    <fieldset class="group">
      <legend>Payload</legend>
      <Choices
        legend="It runs"
        choices={payloadKinds}
        titles={payloadTitles}
        chosen={form.kind}
        onChoose={(kind) => onChange({ kind })}
      />
      {form.kind === "multisig_payload" && (
        <>
          <FormField
            label="Multisig account"
            list="accounts"
            value={form.multisigAddress}
            onChange={(multisigAddress) => onChange({ multisigAddress })}
          />
          <CheckField
            label="carries its call; otherwise the one stored on chain is run"
            checked={form.carriesCall}
            onChange={(carriesCall) => onChange({ carriesCall })}
          />
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
      <FormField
        label="Bytecode"
        rows={4}
        value={form.bytecode}
        onChange={(bytecode) => onChange({ bytecode: bytecode.trim() })}
      />
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
