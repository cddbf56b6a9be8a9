import { useEffect } from "preact/hooks";
import { ArgumentFields } from "../forms/argument-fields.tsx";
import { startingArguments } from "../forms/starting-value.ts";
import { useLoad } from "../loading/use-load.ts";
import { readAbi } from "../move/read-abi.ts";
import { readSource } from "../move/read-source.ts";
import { FormField } from "../ui/form-field.tsx";
import type { FieldsProps } from "./sender-fields.tsx";

/** The function to call with its arguments, the form of which is made from the function's signature. */
export function CallFields({ form, accounts, onChange }: FieldsProps) {
  const [address = "", name = "", called] = form.function.split("::");
  const complete = /^(0x)?[0-9a-fA-F]{1,64}$/.test(address) && /^[\w$]+$/.test(name);
  const { value: abi, busy } = useLoad(
    () => readAbi(address, name, undefined),
    complete ? `${address}::${name}` : undefined,
  );
  const { value: source } = useLoad(
    () => readSource(address, name, undefined),
    abi === undefined ? undefined : `source ${address}::${name}`,
  );
  const entries = abi?.exposed_functions.filter(({ is_entry }) => is_entry) ?? [];
  const definition = entries.find((candidate) => candidate.name === called);
  useEffect(() => {
    if (definition !== undefined) onChange(startingArguments(definition, accounts));
  }, [definition]);
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
      {definition !== undefined && (
        <ArgumentFields
          definition={definition}
          source={source?.functions.get(definition.name)}
          call={form}
          onChange={onChange}
        />
      )}
    </>
  );
}
