import type { FunctionAbi } from "../api/answers.ts";
import { argumentNames, argumentTypes, type CallArguments } from "../move/parameters.ts";
import type { FunctionSource } from "../move/source-text.ts";
import { formatType } from "../move/type-text.ts";
import { FormField } from "../ui/form-field.tsx";
import { MoveValueField } from "./move-value-field.tsx";

interface ArgumentFieldsProps {
  readonly definition: FunctionAbi;
  /** Names its parameters, where the source is known. */
  readonly source: FunctionSource | undefined;
  readonly call: CallArguments;
  readonly onChange: (part: Partial<CallArguments>) => void;
}

/** A field for each type argument and argument of a function, made from its signature. */
export function ArgumentFields({ definition, source, call, onChange }: ArgumentFieldsProps) {
  const types = argumentTypes(definition, call.typeArguments);
  const names = argumentNames(definition, source);
  return (
    <>
      {definition.generic_type_params.map((_, i) => (
        <FormField
          key={i}
          label={`Type argument ${source?.typeParameters[i] ?? `T${i}`}`}
          value={call.typeArguments[i] ?? ""}
          onChange={(text) => onChange({ typeArguments: call.typeArguments.with(i, text) })}
        />
      ))}
      {types.map((type, i) => (
        <MoveValueField
          // Another type argument may make it a field of another kind.
          key={`${definition.name} ${i} ${formatType(type)}`}
          type={type}
          label={names[i] ?? `Argument ${i}`}
          value={call.arguments[i]}
          onChange={(value) => onChange({ arguments: call.arguments.with(i, value) })}
        />
      ))}
    </>
  );
}
