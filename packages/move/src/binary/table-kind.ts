/**
 * Table kinds by name, in the order in which compilers write the tables.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#3 | Specification, module format 3}
 */
export const tableKinds = {
  moduleHandles: 0x01,
  structHandles: 0x02,
  functionHandles: 0x03,
  functionInstantiations: 0x04,
  signatures: 0x05,
  identifiers: 0x07,
  addresses: 0x08,
  constants: 0x06,
  metadata: 0x10,
  structDefinitions: 0x0a,
  structInstantiations: 0x0b,
  functionDefinitions: 0x0c,
  fieldHandles: 0x0d,
  fieldInstantiations: 0x0e,
  friends: 0x0f,
  variantFieldHandles: 0x11,
  variantFieldInstantiations: 0x12,
  variantHandles: 0x13,
  variantInstantiations: 0x14,
} as const;

/** The member of a compiled module that a table becomes. */
export type TableName = keyof typeof tableKinds;

/** Lowest version that knows a table. */
export function tableSince(name: TableName): number {
  if (name.startsWith("variant")) return 7;
  return name === "metadata" ? 5 : 1;
}

const definitionTables: ReadonlySet<TableName> = new Set([
  "structDefinitions",
  "structInstantiations",
  "functionDefinitions",
  "fieldHandles",
  "fieldInstantiations",
  "friends",
  "variantFieldHandles",
  "variantFieldInstantiations",
  "variantHandles",
  "variantInstantiations",
]);

/** True if a script may not have the table. */
export function isModuleOnly(name: TableName): boolean {
  return definitionTables.has(name);
}

const namesByKind: ReadonlyMap<number, TableName> = new Map(
  (Object.keys(tableKinds) as TableName[]).map((name) => [tableKinds[name], name]),
);

/** The table of a kind byte. */
export function tableOfKind(kind: number): TableName | undefined {
  return namesByKind.get(kind);
}
