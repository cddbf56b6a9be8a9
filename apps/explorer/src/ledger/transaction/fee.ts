import type { Transaction } from "../../api/answers.ts";

/** The members of a transaction that its cost follows from; a simulated one has them too. */
export type Charged = Pick<Transaction, "gas_used" | "max_gas_amount" | "gas_unit_price" | "events">;

/** Cost of a transaction, in the smallest unit of the gas coin. */
export interface Fee {
  /** Amount charged, before anything came back. */
  readonly charged: bigint;
  /** Its parts; absent where the ledger does not list them. */
  readonly parts: FeeParts | undefined;
}

/** Parts of a fee that add up to it, and what came back. */
interface FeeParts {
  /** Paid for execution and IO. The ledger rounds the units of each up by itself, so only their sum is exact. */
  readonly work: bigint;
  readonly storage: bigint;
  readonly refund: bigint;
  /** Gas units of execution and of IO, each rounded up. */
  readonly units: { readonly execution: bigint; readonly io: bigint };
}

const feeStatement = "0x1::transaction_fee::FeeStatement";

/** The fee of a user transaction; `undefined` for the others, which cost nothing. */
export function feeOf(transaction: Charged): Fee | undefined {
  const { gas_used, gas_unit_price, events } = transaction;
  if (gas_unit_price === undefined) return undefined;
  const charged = BigInt(gas_used) * BigInt(gas_unit_price);
  const statement = events?.find(({ type }) => type === feeStatement)?.data;
  return { charged, parts: statement === undefined ? undefined : feeParts(statement, charged) };
}

function feeParts(statement: unknown, charged: bigint): FeeParts | undefined {
  const read = (name: string): bigint => {
    const value: unknown = typeof statement === "object" && statement !== null && Reflect.get(statement, name);
    return typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : 0n;
  };
  const storage = read("storage_fee_octas");
  if (storage > charged) return undefined;
  return {
    work: charged - storage,
    storage,
    refund: read("storage_fee_refund_octas"),
    units: { execution: read("execution_gas_units"), io: read("io_gas_units") },
  };
}
