import { editChange } from "@ledger/executor";
import { coreAccount, LocalChain, readLocalGenesis } from "@ledger/local-chain";
import { buildScript, type ScriptSpec } from "@ledger/move";
import {
  AccumulatorFrontier,
  frameworkKey,
  GasScheduleV2,
  hashTransaction,
  hashTransactionInfo,
  type LedgerRecord,
  type RawTransaction,
  SignedTransaction,
  signingMessage,
  Transaction,
  TransactionInfo,
} from "@ledger/types";
import { agree } from "./mixed/mixed-chain.ts";

const scheduleKey = frameworkKey("gas_schedule", "GasScheduleV2");
const secondUsecs = 1_000_000n;
/** As much as a gas schedule can say. */
const most = 2n ** 63n;

/** The blocks of a stranger's ledger. */
export interface HostileLedger {
  readonly blocks: readonly (readonly LedgerRecord[])[];
  /** The version whose code has no end, by the prices of the ledger's state. */
  readonly version: bigint;
  /** The version at which the test writes the gas prices itself; no transaction can. */
  readonly edited: bigint;
}

/** Instructions alone, as many as there are. */
export const endlessLoop: ScriptSpec = { code: [["branch", 0]] };

/** Doubles some bytes to a megabyte, then calls a native on them in an endless loop: few instructions take all the time. */
export const endlessNative: ScriptSpec = {
  locals: ["vector<u8>", "vector<u8>", "u64"],
  code: [
    ["ld_u8", 7],
    ["vec_pack", "u8", 1],
    ["st_loc", 0],
    ["ld_u64", 0],
    ["st_loc", 2],
    ["copy_loc", 0],
    ["st_loc", 1],
    ["mut_borrow_loc", 0],
    ["move_loc", 1],
    ["call_generic", "0x1::vector::append", "u8"],
    ["move_loc", 2],
    ["ld_u64", 1],
    ["add"],
    ["st_loc", 2],
    ["copy_loc", 2],
    ["ld_u64", 20],
    ["lt"],
    ["br_true", 5],
    ["imm_borrow_loc", 0],
    ["call_generic", "0x1::bcs::serialized_size", "vector<u8>"],
    ["pop"],
    ["branch", 18],
  ],
  imports: {
    functions: [
      { function: "0x1::vector::append", typeParams: [{}], params: ["&mut vector<T0>", "vector<T0>"] },
      { function: "0x1::bcs::serialized_size", typeParams: [{}], params: ["&T0"], returns: ["u64"] },
    ],
  },
};

/**
 * Makes a ledger whose state says that code costs nothing and has no limit, and whose records have all hashes that follow from them. One of
 * them names another script as what its transaction has run.
 */
export async function makeHostileLedger(script: ScriptSpec): Promise<HostileLedger> {
  let now = 1_795_219_200_000_000n;
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now });
  const blocks: (readonly LedgerRecord[])[] = [[genesis], await chain.makeBlock()];
  const { bytes } = (await chain.state.get(scheduleKey))!;
  const schedule = GasScheduleV2.decode(bytes);
  const entries = schedule.entries.map(({ key, value }) => {
    if (/^(instr|misc|move_stdlib|aptos_framework)\./.test(key)) return { key, value: 0n };
    return { key, value: key === "txn.max_execution_gas" ? most : value };
  });
  const value = GasScheduleV2.encode({ ...schedule, entries });
  const edit = await editChange(chain.state, { key: scheduleKey, item: "resource", value });
  now += secondUsecs;
  const free = await chain.makeBlock({ edits: [edit!] });
  const edited = free[0]!.version;
  blocks.push(free);
  now += secondUsecs;
  await chain.submit(signedScript({ code: [["ret"]] }, now));
  const last = await chain.makeBlock();
  const isUser = ({ transaction }: LedgerRecord): boolean => Transaction.decode(transaction).kind === "UserTransaction";
  const { version } = last.find(isUser)!;
  blocks.push(last);
  const transaction = Transaction.encode({
    kind: "UserTransaction",
    value: SignedTransaction.decode(signedScript(script, now)),
  });
  return { blocks: withTransaction(blocks, version, transaction), version, edited };
}

function signedScript(script: ScriptSpec, now: bigint): Uint8Array {
  const rawTxn: RawTransaction = {
    sender: coreAccount.address,
    sequenceNumber: 0n,
    payload: { kind: "Script", value: { code: buildScript(script), typeArgs: [], args: [] } },
    maxGasAmount: 100_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: now / secondUsecs + 60n,
    chainId: 4,
  };
  const signature = agree(coreAccount, signingMessage(rawTxn));
  const value = { publicKey: coreAccount.publicKey, signature };
  return SignedTransaction.encode({ rawTxn, authenticator: { kind: "Ed25519", value } });
}

/** The same records, one of which has another transaction, with all hashes that follow from it. */
function withTransaction(
  blocks: readonly (readonly LedgerRecord[])[],
  version: bigint,
  transaction: Uint8Array,
): readonly (readonly LedgerRecord[])[] {
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  return blocks.map((records) =>
    records.map((honest) => {
      let record = honest;
      const decoded = TransactionInfo.decode(record.info);
      if (record.version === version && decoded.kind === "V0") {
        const value = { ...decoded.value, transactionHash: hashTransaction(transaction) };
        record = { ...record, transaction, info: TransactionInfo.encode({ kind: "V0", value }) };
      }
      frontier.append(hashTransactionInfo(record.info));
      return { ...record, accumulatorRoot: frontier.root() };
    }),
  );
}
