import type { AnyCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { Reader } from "./reader.ts";

/** One value in an annotated tree. */
export interface Explanation {
  /** Field name, item index or variant name; empty at the root. */
  readonly label: string;
  /** Wire name of the type. */
  readonly type: string;
  /** First byte, from the start of the input. */
  readonly start: number;
  /** Byte after the last. */
  readonly end: number;
  /** What was read, for values without parts. */
  readonly value?: unknown;
  /** Parts, in the order of their bytes. */
  readonly children: readonly Explanation[];
}

/**
 * Decodes an input into an annotated tree: what each byte means.
 *
 * @throws {@link BcsError} as `decode` would
 */
export function explain(codec: AnyCodec, bytes: Uint8Array): Explanation {
  codec.decode(bytes);
  return explainAt(codec, new Reader(bytes), "");
}

function explainAt(codec: AnyCodec, reader: Reader, label: string): Explanation {
  const { name: type, shape } = codec;
  const start = reader.position;
  const children: Explanation[] = [];
  const add = (child: AnyCodec, childLabel: string): void => {
    children.push(explainAt(child, reader, childLabel));
  };
  switch (shape.kind) {
    case "leaf": {
      const value: unknown = codec.read(reader);
      return { label, type, start, end: reader.position, value, children };
    }
    case "wrapper": {
      const inner = explainAt(shape.inner(), reader, label);
      return { ...inner, type };
    }
    case "struct":
      for (const [name, field] of shape.fields) add(field, name);
      break;
    case "tuple":
      for (const [i, item] of shape.items.entries()) add(item, String(i));
      break;
    case "array":
      for (let i = 0; i < shape.length; i++) add(shape.item, String(i));
      break;
    case "vector":
    case "set": {
      const length = reader.uleb128();
      for (let i = 0; i < length; i++) add(shape.item, String(i));
      break;
    }
    case "map": {
      const length = reader.uleb128();
      for (let i = 0; i < length; i++) {
        add(shape.key, `${i}.key`);
        add(shape.value, `${i}.value`);
      }
      break;
    }
    case "option":
      if (reader.u8() === 1) add(shape.item, "some");
      break;
    case "enumeration": {
      const index = reader.uleb128();
      const variant = shape.variants.find((candidate) => candidate.index === index);
      if (variant === undefined) throw new BcsError("unknown_variant", start, type);
      add(variant.codec, variant.name);
      break;
    }
  }
  return { label, type, start, end: reader.position, children };
}
