/**
 * Abort codes of natives that the maker of the recording machine wrote again with a numbering of its own, by module: what was
 * recorded, and what the ledger's native aborts with.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.1 | Specification, virtual machine 5.1} to {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.3 | Specification, virtual machine 5.3}
 */
const portCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0x1::from_bcs": { "65636": `${0x10001}` },
  "0x1::type_info": { "65636": "1" },
  "0x1::table": { "65636": `${0x6407}`, "65637": `${0x6507}` },
};

/** The abort code that a ledger has where the recording machine had `code`. */
export function ledgerAbortCode(module: string, code: string): string {
  return portCodes[module]?.[code] ?? code;
}
