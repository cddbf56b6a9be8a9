import type { CompiledModule, Instantiation, SignatureToken } from "@ledger/move";
import type { Random } from "@ledger/random";

/** Changes one entry of one table of a module: abilities, constraints, types, indexes. */
export function mutateTables(random: Random, module: CompiledModule): CompiledModule {
  const { structHandles, functionHandles, structDefinitions, functionDefinitions, signatures } = module;
  switch (random.below(9)) {
    case 0:
      return {
        ...module,
        structHandles: changeOne(random, structHandles, (handle) => ({ ...handle, abilities: random.below(16) })),
      };
    case 1:
      return {
        ...module,
        functionHandles: changeOne(random, functionHandles, (handle) => ({
          ...handle,
          typeParameters: changeOne(random, handle.typeParameters, () => random.below(16)),
        })),
      };
    case 2:
      return {
        ...module,
        functionHandles: changeOne(random, functionHandles, (handle) =>
          random.below(2) === 0
            ? { ...handle, params: random.below(signatures.length) }
            : { ...handle, returns: random.below(signatures.length) },
        ),
      };
    case 3:
      return {
        ...module,
        signatures: changeOne(random, signatures, (types) =>
          changeOne(random, types, (type) => changeToken(random, type, module)),
        ),
      };
    case 4:
      return {
        ...module,
        structDefinitions: changeOne(random, structDefinitions, (definition) =>
          definition.content.kind !== "struct"
            ? definition
            : {
                ...definition,
                content: {
                  kind: "struct",
                  fields: changeOne(random, definition.content.fields, (field) => ({
                    ...field,
                    type: changeToken(random, field.type, module),
                  })),
                },
              },
        ),
      };
    case 5:
      return {
        ...module,
        functionDefinitions: changeOne(random, functionDefinitions, (definition) => ({
          ...definition,
          acquires: Array.from({ length: random.below(3) }, () => random.below(structDefinitions.length)),
        })),
      };
    case 6:
      return { ...module, functionInstantiations: changeOne(random, module.functionInstantiations, instance) };
    case 7:
      return { ...module, structInstantiations: changeOne(random, module.structInstantiations, instance) };
    default:
      return {
        ...module,
        structHandles: changeOne(random, structHandles, (handle) => ({
          ...handle,
          typeParameters: changeOne(random, handle.typeParameters, () => ({
            constraints: random.below(16),
            phantom: random.below(2) === 0,
          })),
        })),
      };
  }

  function instance({ target }: Instantiation): Instantiation {
    return { target, typeArgs: random.below(signatures.length) };
  }
}

function changeOne<T>(random: Random, list: readonly T[], change: (entry: T) => T): readonly T[] {
  if (list.length === 0) return list;
  const at = random.below(list.length);
  return list.map((entry, i) => (i === at ? change(entry) : entry));
}

/** Another type: one around it, the one inside of it, or one of its own. */
function changeToken(random: Random, type: SignatureToken, { structHandles }: CompiledModule): SignatureToken {
  switch (random.below(6)) {
    case 0:
      return { kind: "Vector", value: type };
    case 1:
      return { kind: random.below(2) === 0 ? "Reference" : "MutableReference", value: type };
    case 2:
      return "value" in type ? type.value : { kind: "TypeParameter", index: random.below(3) };
    case 3: {
      const handle = random.below(structHandles.length);
      const plain = structHandles[handle]?.typeParameters.length === 0;
      return plain ? { kind: "Struct", handle, typeArgs: [] } : type;
    }
    default:
      return { kind: random.pick(["U8", "U64", "Bool", "Address", "Signer", "U128"] as const) };
  }
}
