import { AddressLink } from "../../ui/names.tsx";
import { useLoad } from "../../ui/use-load.ts";
import { findLandmarks } from "../landmarks.ts";

/** Accounts to begin with. */
export function RecentAccounts() {
  const { value } = useLoad(findLandmarks, "accounts");
  if (value === undefined || value.accounts.length === 0) return null;
  return (
    <section aria-labelledby="recent-accounts">
      <h2 id="recent-accounts">Accounts seen lately</h2>
      <ul class="chips">
        {value.accounts.map((address) => (
          <li key={address}>
            <AddressLink address={address} />
          </li>
        ))}
      </ul>
    </section>
  );
}
