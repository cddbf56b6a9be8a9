import type { Transaction } from "../../api/answers.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ValueView } from "../value/value-view.tsx";

/** Members without a place of their own in the view. */
const others = [
  ["signature", "Signature"],
  ["block_end_info", "How full the block was"],
] as const;

const hashes = [
  ["state_change_hash", "State changes"],
  ["event_root_hash", "Root of the events"],
  ["state_checkpoint_hash", "State root"],
  ["accumulator_root_hash", "Accumulator root: the ledger up to here"],
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
        {hashes.map(
          ([name, title]) =>
            transaction[name] != null && (
              <Fact key={name} name={title} wide>
                <code>{transaction[name]}</code> <CopyButton text={transaction[name]} what={`hash: ${title}`} />
              </Fact>
            ),
        )}
      </Facts>
    </>
  );
}
