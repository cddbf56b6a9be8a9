import { functionCall, parseAddress, type RawTransaction } from "@ledger/types";
import type { FunctionAbi } from "../api/answers.ts";
import { node } from "../api/node.ts";
import { argumentNames, argumentTypes, type CallArguments } from "../move/parameters.ts";
import type { FunctionSource } from "../move/source-text.ts";
import { encodeArgument } from "./encode-argument.ts";

/** A call that the user is about to make. */
export interface Draft {
  /** `0x1::aptos_account::transfer`. */
  readonly id: string;
  readonly definition: FunctionAbi;
  readonly source: FunctionSource | undefined;
  readonly call: CallArguments;
  readonly sender: string;
  /** The most gas to use, as decimal text; the node's choice when empty. */
  readonly maxGasAmount: string;
}

/** Seconds until a transaction expires that is made now. */
const lifetime = 60n;

/** Gas units and price for requests in which the node is asked to choose. */
const standIn = { maxGasAmount: 200_000n, gasUnitPrice: 100n };

/** Makes the transaction of a draft on the present state. @throws ArgumentError, ApiFailure */
export async function buildTransaction(draft: Draft): Promise<RawTransaction> {
  const { definition, source, call, sender } = draft;
  const names = argumentNames(definition, source);
  const args = argumentTypes(definition, call.typeArguments).map((type, i) =>
    encodeArgument(type, call.arguments[i], names[i] ?? `Argument ${i}`),
  );
  const [account, price, { value: info }] = await Promise.all([
    node.call("get_account", { params: { address: sender } }),
    node.call("estimate_gas_price", {}),
    node.call("get_ledger_info", {}),
  ]);
  return {
    sender: parseAddress(sender),
    sequenceNumber: BigInt(account.value.sequence_number),
    payload: functionCall(draft.id, args, call.typeArguments),
    maxGasAmount: draft.maxGasAmount === "" ? standIn.maxGasAmount : BigInt(draft.maxGasAmount),
    gasUnitPrice: BigInt(price.value.gas_estimate ?? standIn.gasUnitPrice),
    // By the ledger's clock or the reader's, whichever is later.
    expirationTimestampSecs:
      later(BigInt(info.ledger_timestamp) / 1_000_000n, BigInt(Math.floor(Date.now() / 1000))) + lifetime,
    chainId: info.chain_id,
  };
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
