import { AddressLink } from "../../ui/names.tsx";
import { useGrowing } from "../../ui/use-growing.ts";
import { findAccounts } from "../landmarks.ts";

/** Accounts to begin with. */
export function RecentAccounts() {
  const { value: accounts } = useGrowing(findAccounts, "accounts", String);
  if (accounts === undefined || accounts.length === 0) return null;
  return (
    <section aria-labelledby="recent-accounts">
      <h2 id="recent-accounts">Accounts seen lately</h2>
      <ul class="chips">
        {accounts.map((address) => (
          <li key={address}>
            <AddressLink address={address} />
          </li>
        ))}
      </ul>
    </section>
  );
}
