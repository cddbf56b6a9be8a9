import type { VNode } from "preact";
import { formatType } from "../../move/type-text.ts";
import { Link } from "../../routing/link.tsx";
import { shortenHex } from "../../text/hex.ts";
import { AddressLink } from "../../ui/names.tsx";
import type { ValueComponent, ValueProps } from "./value-props.ts";

/** A member of a value that may have any shape. */
function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Values of the framework's types that mean more than their members: tables, objects and options. */
export function findSpecial({ value, type, at }: ValueProps, Part: ValueComponent): VNode | undefined {
  const handle = member(value, "handle");
  if (type?.head === "0x1::table::Table" && typeof handle === "string") {
    const [keyType, valueType] = type.args.map(formatType);
    return (
      <Link to={{ view: "table", handle, keyType, valueType }} class="table-link">
        table <code>{shortenHex(handle)}</code>
      </Link>
    );
  }
  const inner = member(value, "inner");
  if (type?.head === "0x1::object::Object" && typeof inner === "string") return <AddressLink address={inner} full />;
  const vec = member(value, "vec");
  if (type?.head === "0x1::option::Option" && Array.isArray(vec)) {
    if (vec.length === 0) return <span class="quiet">none</span>;
    return <Part value={vec[0]} type={type.args[0]} at={at} />;
  }
  return undefined;
}
