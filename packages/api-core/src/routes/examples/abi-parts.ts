/** A function of an example's ABI: no entry function, no view, and not generic. */
export function functionAbi(
  name: string,
  params: readonly string[],
  results: readonly string[] = [],
  visibility: "public" | "friend" = "public",
) {
  return { name, visibility, is_entry: false, is_view: false, generic_type_params: [], params, return: results };
}

/** A struct of an example's ABI, with one field. */
export function structAbi(
  name: string,
  abilities: readonly string[],
  field: { readonly name: string; readonly type: string },
) {
  return {
    name,
    is_native: false,
    is_event: false,
    is_enum: false,
    abilities,
    generic_type_params: [],
    fields: [field],
    variants: [],
  };
}
