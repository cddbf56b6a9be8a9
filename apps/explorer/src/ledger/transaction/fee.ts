import type { Transaction } from "../../api/answers.ts";

/** What of a transaction tells its cost; one that was only simulated has it too. */
export type Charged = Pick<Transaction, "gas_used" | "max_gas_amount" | "gas_unit_price" | "events">;

/** What a transaction cost, in the smallest unit of the gas coin. */
export interface Fee {
  /** What was charged, before anything came back. */
  readonly charged: bigint;
  /** What it is made of; absent where the ledger does not tell. */
  readonly parts:
    | { readonly execution: bigint; readonly io: bigint; readonly storage: bigint; readonly refund: bigint }
    | undefined;
}

const feeStatement = "0x1::transaction_fee::FeeStatement";

/** The fee of a user transaction; `undefined` for the others, which cost nothing. */
export function feeOf(transaction: Charged): Fee | undefined {
  const { gas_used, gas_unit_price, events } = transaction;
  if (gas_unit_price === undefined) return undefined;
  const price = BigInt(gas_unit_price);
  const statement = events?.find(({ type }) => type === feeStatement)?.data;
  return { charged: BigInt(gas_used) * price, parts: statement === undefined ? undefined : feeParts(statement, price) };
}

function feeParts(statement: unknown, price: bigint): Fee["parts"] {
  const read = (name: string): bigint => {
    const value: unknown = typeof statement === "object" && statement !== null && Reflect.get(statement, name);
    return typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : 0n;
  };
  return {
    execution: read("execution_gas_units") * price,
    io: read("io_gas_units") * price,
    storage: read("storage_fee_octas"),
    refund: read("storage_fee_refund_octas"),
  };
}
