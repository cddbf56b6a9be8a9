import { type AnyCodec, type Codec, defineCodec, type Infer, type InferInput } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { keepsOrder } from "./internal/names.ts";
import { sumFixedSizes, sumMinSizes } from "./internal/sizes.ts";
import { type Members, makeOwnAccess, makeSharedAccess } from "./internal/struct-access.ts";
import { maxContainerDepth } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Codecs of a struct's fields, in the order of their bytes. */
export type Fields = Readonly<Record<string, AnyCodec>>;
/** The type that a struct reads as. */
export type StructValue<F extends Fields> = { -readonly [K in keyof F]: Infer<F[K]> };
/** The type that a struct is written from. */
export type StructInput<F extends Fields> = { readonly [K in keyof F]: InferInput<F[K]> };

// Code of its own goes to the structs that a program uses most, not to those that it declares first.
const hot = 500;

/**
 * Named fields one after another, in the order in which they are declared. A value may have more members than the struct
 * has fields; they are not written.
 *
 * @throws {@link BcsError} `invalid_schema` for field names whose order a JavaScript object would not keep
 */
export function struct<const F extends Fields>(name: string, fields: F): Codec<StructValue<F>, StructInput<F>> {
  return makeStruct(name, fields, 1);
}

/**
 * The fields of an enumeration's variant. It differs from `struct` in one thing: BCS counts the enumeration as a container, and
 * not the variant's fields as another one, when it bounds how deep containers are nested.
 *
 * @throws {@link BcsError} as `struct`
 */
export function record<const F extends Fields>(name: string, fields: F): Codec<StructValue<F>, StructInput<F>> {
  return makeStruct(name, fields, 0);
}

function makeStruct<F extends Fields>(name: string, fields: F, levels: 0 | 1): Codec<StructValue<F>, StructInput<F>> {
  const keys = Object.keys(fields);
  const codecs = keys.map((key) => fields[key]!);
  for (const key of keys) {
    if (!keepsOrder(key)) throw new BcsError("invalid_schema", 0, name, [key]);
  }
  let access = makeSharedAccess(keys, codecs);
  let uses = 0;
  const enter = (cursor: Reader | Writer): void => {
    cursor.depth += levels;
    if (cursor.depth > maxContainerDepth) throw cursor.error("depth_exceeded", name);
    if (uses < hot && ++uses === hot) access = makeOwnAccess(keys, codecs) ?? access;
  };
  const codec: Codec<Members> = defineCodec<Members>({
    name,
    fixedSize: sumFixedSizes(codecs),
    minSize: () => sumMinSizes(codecs),
    shape: { kind: "struct", fields: keys.map((key, i) => [key, codecs[i]!] as const) },
    read(reader) {
      enter(reader);
      const members = access.read(reader);
      reader.depth -= levels;
      return members;
    },
    write(writer, members) {
      if (typeof members !== "object" || members === null) throw writer.error("wrong_type", name);
      enter(writer);
      access.write(writer, members);
      writer.depth -= levels;
    },
  });
  return codec as AnyCodec;
}
