import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Path, parseAddress, type StateKey, Transaction, type WriteOp, type WriteSet, writesOf } from "@ledger/types";

/** A module to add to a genesis. */
export interface ExtraModule {
  readonly address: string;
  readonly name: string;
  readonly bytecode: Uint8Array;
}

/** How a test ledger differs from the genesis it is made of. */
export interface TestLedgerOptions {
  readonly chainId: number;
  readonly modules?: readonly ExtraModule[];
}

const chainIdPath = Path.encode({
  kind: "Resource",
  value: { address: parseAddress("0x1"), module: "chain_id", name: "ChainId", typeArgs: [] },
});

const isChainIdKey = (key: StateKey): boolean =>
  key.kind === "AccessPath" && Buffer.compare(key.value.path, chainIdPath) === 0;

/**
 * Makes a genesis of another chain out of a real one: same framework, another chain id, more modules. Its waypoint is its
 * own, so it is started without one.
 *
 * @returns the file's path
 */
export function writeTestLedger(folder: string, genesis: Uint8Array, options: TestLedgerOptions): string {
  const transaction = Transaction.decode(genesis);
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct") {
    throw new Error("not a genesis");
  }
  const writes = new Map<StateKey, WriteOp>(writesOf(transaction.value.value.writeSet));
  for (const key of writes.keys()) {
    if (isChainIdKey(key)) writes.set(key, { kind: "Creation", value: Uint8Array.of(options.chainId) });
  }
  for (const { address, name, bytecode } of options.modules ?? []) {
    const owner = parseAddress(address);
    const path = Path.encode({ kind: "Code", value: { address: owner, name } });
    writes.set({ kind: "AccessPath", value: { address: owner, path } }, { kind: "Creation", value: bytecode });
  }
  const writeSet: WriteSet = { kind: "V0", value: writes };
  const { events } = transaction.value.value;
  const file = join(folder, `chain-${options.chainId}.blob`);
  writeFileSync(
    file,
    Transaction.encode({ kind: "GenesisTransaction", value: { kind: "Direct", value: { writeSet, events } } }),
  );
  return file;
}
