import type { Transaction } from "../../api/answers.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ValueView } from "../value/value-view.tsx";

/** Members without a place of their own in the view. */
const others = [
  ["signature", "Signature"],
  ["block_end_info", "How full the block was"],
] as const;

/** The hashes that tie a transaction into the ledger, and what is left of it. */
export function RestOfTransaction({ transaction }: { transaction: Transaction }) {
  return (
    <>
      {others.map(([name, title]) => {
        const value = transaction[name];
        return (
          value != null && (
            <section key={name}>
              <h2>{title}</h2>
              <ValueView value={value} type={undefined} at={undefined} />
            </section>
          )
        );
      })}
      <h2>Hashes</h2>
      <Facts label="Hashes">
        <Fact name="State changes" wide>
          <code>{transaction.state_change_hash}</code>
        </Fact>
        <Fact name="Events" wide>
          <code>{transaction.event_root_hash}</code>
        </Fact>
        {transaction.state_checkpoint_hash != null && (
          <Fact name="State root" wide>
            <code>{transaction.state_checkpoint_hash}</code>
          </Fact>
        )}
        <Fact name="Ledger up to here" wide>
          <code>{transaction.accumulator_root_hash}</code>
        </Fact>
      </Facts>
    </>
  );
}
