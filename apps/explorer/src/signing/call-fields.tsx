import { useEffect } from "preact/hooks";
import { ValueForm } from "../forms/value-form.tsx";
import { readAbi } from "../move/read-abi.ts";
import { useLoad } from "../ui/use-load.ts";
import { FormField } from "./form-field.tsx";
import type { FieldsProps } from "./sender-fields.tsx";
import { argumentTypes, startingArguments } from "./starting-arguments.ts";

/** The function to call with its arguments, the form of which is made from the function's signature. */
export function CallFields({ form, accounts, onChange }: FieldsProps) {
  const [address = "", name = "", called] = form.function.split("::");
  const complete = /^(0x)?[0-9a-fA-F]{1,64}$/.test(address) && /^[\w$]+$/.test(name);
  const { value: abi, busy } = useLoad(
    () => readAbi(address, name, undefined),
    complete ? `${address}::${name}` : undefined,
  );
  const entries = abi?.exposed_functions.filter(({ is_entry }) => is_entry) ?? [];
  const definition = entries.find((candidate) => candidate.name === called);
  useEffect(() => {
    if (definition !== undefined) onChange(startingArguments(definition, accounts));
  }, [definition]);
  const types = definition === undefined ? [] : argumentTypes(definition, form.typeArguments);
  return (
    <>
      <datalist id="functions">
        {entries.map((entry) => (
          <option key={entry.name} value={`${address}::${name}::${entry.name}`} />
        ))}
      </datalist>
      <FormField
        label="Function"
        list="functions"
        value={form.function}
        onChange={(id) => onChange({ function: id.trim() })}
      />
      {!busy && definition === undefined && (
        <p class="quiet">
          {abi === undefined ? "No module of this name is found." : "This module has no such entry function."}
        </p>
      )}
      {definition?.generic_type_params.map((_, i) => (
        <FormField
          key={i}
          label={`Type argument T${i}`}
          value={form.typeArguments[i] ?? ""}
          onChange={(text) => onChange({ typeArguments: form.typeArguments.with(i, text) })}
        />
      ))}
      {types.map((type, i) => (
        <ValueForm
          key={`${form.function} ${i}`}
          type={type}
          label={`Argument ${i}`}
          value={form.arguments[i]}
          onChange={(value) => onChange({ arguments: form.arguments.with(i, value) })}
        />
      ))}
    </>
  );
}
