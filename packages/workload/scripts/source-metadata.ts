import { type AttributeRecord, attributeKinds, type ErrorDescription } from "@ledger/move";

/** Addresses by the names that the sources use. */
const namedAddresses: Readonly<Record<string, string>> = { aptos_framework: "0x1", cafe: "0xcafe" };

/**
 * What the abort codes of a module mean: constants of type u64 whose names begin with `E`, described by the doc comment above
 * them.
 */
export function readErrorMap(source: string): Map<bigint, ErrorDescription> {
  const errors = new Map<bigint, ErrorDescription>();
  for (const [, comment, codeName, code] of source.matchAll(/((?:^ *\/\/\/.*\n)+) *const (E\w+): u64 = (\d+);/gm)) {
    const codeDescription = comment!
      .replaceAll(/^ *\/\/\/ ?/gm, "")
      .trim()
      .replaceAll("\n", " ");
    errors.set(BigInt(code!), { codeName: codeName!, codeDescription });
  }
  return errors;
}

/** Containers and members of resource groups, by the name of the struct. */
export function readGroupAttributes(source: string): Map<string, readonly AttributeRecord[]> {
  const found = source.matchAll(
    /#\[(resource_group|resource_group_member)\(\w+ = ([\w:]+)\)\]\s*(?:\/\/\/.*\s*)*(?:struct|enum) (\w+)/g,
  );
  return new Map(
    Array.from(found, ([, attribute, argument, name]) => {
      const isContainer = attribute === "resource_group";
      const kind = isContainer ? attributeKinds.resourceGroup : attributeKinds.resourceGroupMember;
      return [name!, [{ kind, args: [isContainer ? argument! : withAddress(argument!)] }]];
    }),
  );
}

/** `aptos_framework::object::ObjectGroup` as `0x1::object::ObjectGroup`. */
function withAddress(path: string): string {
  const [name, ...rest] = path.split("::");
  const address = namedAddresses[name!];
  if (address === undefined) throw new Error(`no address is known as ${name}`);
  return [address, ...rest].join("::");
}
