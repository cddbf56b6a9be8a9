import { formatCount } from "../../text/number.ts";
import { Fact } from "../../ui/facts.tsx";
import { GasCoins } from "../asset/amount.tsx";
import { type Charged, feeOf } from "./fee.ts";

/** Fee of a user transaction, and its parts. */
export function FeeFacts({ transaction }: { transaction: Charged }) {
  const fee = feeOf(transaction);
  if (fee === undefined) return null;
  const { parts } = fee;
  return (
    <>
      <Fact name="Fee">
        <GasCoins units={fee.charged} />
        {parts !== undefined && (
          <small
            class="fee-parts"
            title={`${formatCount(parts.units.execution)} gas units of execution and ${formatCount(parts.units.io)} of IO, each rounded up`}
          >
            execution and IO <GasCoins units={parts.work} />, storage <GasCoins units={parts.storage} />
            {parts.refund > 0n && (
              <>
                ; refunded <GasCoins units={parts.refund} />
              </>
            )}
          </small>
        )}
      </Fact>
      <Fact name="Gas used">
        {formatCount(transaction.gas_used)}
        {transaction.max_gas_amount !== undefined && <small> of {formatCount(transaction.max_gas_amount)}</small>}
        <small>
          {" "}
          units at <GasCoins units={BigInt(transaction.gas_unit_price ?? 0)} />
        </small>
      </Fact>
    </>
  );
}
