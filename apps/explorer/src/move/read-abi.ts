import type { FieldAbi, ModuleAbi, StructAbi } from "../api/answers.ts";
import { keep } from "../api/keep.ts";
import { node } from "../api/node.ts";
import type { At } from "../version/at.ts";
import { parseStructName, parseType, substitute, type TypeText } from "./type-text.ts";

/** More interfaces than any view needs at once. */
const keptAbis = 200;

/**
 * Interface of a module; `undefined` when it cannot be had. Many values of one view ask for the same module, so the answer
 * is kept. At the latest version it may be outdated by an upgrade: it serves to label values, not to prove anything.
 */
export const readAbi = keep(keptAbis, async (address: string, name: string, at: At): Promise<ModuleAbi | undefined> => {
  const call = { params: { address, module_name: name }, query: { ledger_version: at } };
  const answer = await node.call("get_account_module", call).catch(() => undefined);
  return answer?.value.abi;
});

/** A field with the type it has in one instance of its struct. */
export interface TypedField {
  readonly name: string;
  readonly type: TypeText;
}

/** A struct or enum with its type arguments put in. */
export interface TypedStruct {
  readonly fields: readonly TypedField[];
  /** Of an enum. */
  readonly variants: readonly { readonly name: string; readonly fields: readonly TypedField[] }[] | undefined;
}

function typedStruct(struct: StructAbi, args: readonly TypeText[]): TypedStruct {
  const typed = (fields: readonly FieldAbi[]): TypedField[] =>
    fields.map(({ name, type }) => ({ name, type: substitute(parseType(type), args) }));
  return {
    fields: typed(struct.fields),
    variants:
      struct.is_enum === true
        ? (struct.variants ?? []).map(({ name, fields }) => ({ name, fields: typed(fields) }))
        : undefined,
  };
}

/** Fields of a struct type; `undefined` for other types and when the module cannot be read. */
export async function readStruct(type: TypeText, at: At): Promise<TypedStruct | undefined> {
  const name = parseStructName(type.head);
  if (name === undefined) return undefined;
  const abi = await readAbi(name.address, name.module, at);
  const struct = abi?.structs.find((candidate) => candidate.name === name.name);
  return struct === undefined ? undefined : typedStruct(struct, type.args);
}
