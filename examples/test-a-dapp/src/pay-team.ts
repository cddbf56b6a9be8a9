// The app under test: it pays everybody of a team the same, and says who could not be paid.
import type { Account, AccountAddressInput, Aptos } from "@aptos-labs/ts-sdk";

/** @returns the members whose payment failed, with the ledger's words */
export async function payTeam(
  aptos: Aptos,
  payer: Account,
  team: readonly AccountAddressInput[],
  octas: number,
): Promise<ReadonlyMap<AccountAddressInput, string>> {
  const failures = new Map<AccountAddressInput, string>();
  for (const member of team) {
    const transaction = await aptos.transaction.build.simple({
      sender: payer.accountAddress,
      data: { function: "0x1::aptos_account::transfer", functionArguments: [member, octas] },
    });
    const { hash } = await aptos.signAndSubmitTransaction({ signer: payer, transaction });
    const done = await aptos.waitForTransaction({ transactionHash: hash, options: { checkSuccess: false } });
    if (!done.success) failures.set(member, done.vm_status);
  }
  return failures;
}
