import { BcsError } from "@ledger/bcs";
import { type CommonTables, compilationMetadata, compilationMetadataKey, findMetadata } from "@ledger/move";
import { VmError } from "@ledger/vm";

const mainnet = 1;

/**
 * The main network takes no code that its compiler calls unstable: it uses what the language may still change.
 *
 * @throws VmError `UNSTABLE_BYTECODE_REJECTED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}
 */
export function checkStability(code: Pick<CommonTables, "metadata">, chainId: number): void {
  if (chainId === mainnet && isUnstable(code)) {
    throw new VmError("UNSTABLE_BYTECODE_REJECTED", "this code was compiled with unstable language features");
  }
}

function isUnstable(code: Pick<CommonTables, "metadata">): boolean {
  const bytes = findMetadata(code, compilationMetadataKey);
  if (bytes === undefined) return false;
  try {
    return compilationMetadata.decode(bytes).unstable;
  } catch (error) {
    if (error instanceof BcsError) return false;
    throw error;
  }
}
