import { useLoad } from "../../loading/use-load.ts";
import { readStruct } from "../../move/read-abi.ts";
import { formatType } from "../../move/type-text.ts";
import { Items, Members } from "./members.tsx";
import { Primitive } from "./primitive.tsx";
import { findSpecial } from "./special.tsx";
import type { ValueProps } from "./value-props.ts";

/** A Move value in its JSON form, to be read by a person. */
export function ValueView(props: ValueProps) {
  const { value, type } = props;
  const special = findSpecial(props, ValueView);
  if (special !== undefined) return special;
  if (Array.isArray(value))
    return (
      <Items Part={ValueView} items={value} type={type?.head === "vector" ? type.args[0] : undefined} at={props.at} />
    );
  if (typeof value === "object" && value !== null) return <Struct {...props} value={value} />;
  return <Primitive value={value} type={type} />;
}

function Struct({ value, type, at }: ValueProps & { value: object }) {
  const key = type === undefined ? undefined : `${formatType(type)}@${at ?? ""}`;
  const { value: struct } = useLoad(async () => (type === undefined ? undefined : readStruct(type, at)), key);
  return <Members Part={ValueView} value={value} struct={struct} at={at} />;
}
