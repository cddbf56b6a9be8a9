import { useState } from "preact/hooks";
import { callProved } from "../../api/proved.ts";
import { useLoad } from "../../loading/use-load.ts";
import { canFund } from "../../local/control-network.ts";
import { useAccountName, useLocalNetwork } from "../../local/use-local-network.tsx";
import { type AccountTab, accountTabs } from "../../routing/route.ts";
import { formatCount } from "../../text/number.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Seal } from "../../ui/seal.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TrustMark } from "../../ui/trust-mark.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useAt } from "../../version/use-at.ts";
import { VersionBar } from "../../version/version-bar.tsx";
import { AccountEvents } from "./account-events.tsx";
import { Balances } from "./balances.tsx";
import { FundButton } from "./fund-button.tsx";
import { History } from "./history.tsx";
import { isSeen } from "./is-seen.ts";
import { Modules } from "./modules.tsx";
import { Objects } from "./objects.tsx";
import { Resources } from "./resources.tsx";
import { Sent } from "./sent.tsx";

const tabTitles: Readonly<Record<AccountTab, string>> = {
  balances: "Balances",
  objects: "Objects and tokens",
  resources: "Resources",
  modules: "Modules",
  transactions: "Transactions sent",
  history: "History",
  events: "Events",
};

interface AccountViewProps {
  readonly address: string;
  readonly tab: AccountTab;
  readonly asset: string | undefined;
}

/** An account, at the latest or at a chosen version. */
export function AccountView(props: AccountViewProps) {
  return isAddress(props.address) ? <Account {...props} /> : <NoAddress text={props.address} />;
}

function isAddress(text: string): boolean {
  return /^(0x)?[0-9a-fA-F]{1,64}$/.test(text);
}

function NoAddress({ text }: { text: string }) {
  return (
    <>
      <ViewHeading title="No address" />
      <p class="failure" role="alert">
        <code class="wrap">{text}</code> is no address. An address is <code>0x</code> and up to 64 hexadecimal digits,
        such as <code>0x1</code>. The search finds accounts by their names too.
      </p>
    </>
  );
}

function Account({ address, tab, asset }: AccountViewProps) {
  const [at, choose] = useAt();
  const { value, failure, busy } = useLoad(
    (signal) => callProved("get_account", { params: { address }, query: { ledger_version: at }, signal }),
    `${address}@${at ?? ""}`,
  );
  const name = useAccountName(address);
  const network = useLocalNetwork();
  const [round, setRound] = useState(0);
  const seen = useLoad((signal) => isSeen(address, signal, at), `seen ${address}@${at ?? ""}`);
  return (
    <>
      <ViewHeading title={`Account ${address}`}>
        <Seal address={address} /> {name ?? "Account"}
      </ViewHeading>
      <p class="subject">
        <code>{address}</code> <CopyButton text={address} what="address" />
      </p>
      <VersionBar at={at} onSelect={choose} label="Read this account at" />
      {failure !== undefined ? (
        <FailureNote failure={failure} />
      ) : (
        <div aria-busy={busy}>
          {seen.value === false && (
            <p class="failure pruned">
              Nothing on this ledger is at this address{at === undefined ? "" : " at this version"}: it has no resource
              and no module, and it sent nothing that is kept here.
            </p>
          )}
          <Facts label="Account">
            <Fact name="Sequence number">{value === undefined ? "…" : formatCount(value.value.sequence_number)}</Fact>
            {at === undefined && canFund(network) && (
              <Fact name="Faucet">
                <FundButton address={address} onFunded={() => setRound(round + 1)} />
              </Fact>
            )}
            <Fact name="Authentication key" span>
              <code>{value?.value.authentication_key ?? "…"}</code>{" "}
              {value !== undefined && <CopyButton text={value.value.authentication_key} what="authentication key" />}
            </Fact>
          </Facts>
          <TrustMark mark={value?.mark} />
          <Tabs
            label="Parts of the account"
            tabs={accountTabs.map((name) => ({
              title: tabTitles[name],
              to: { view: "account", address, tab: name },
              current: name === tab,
            }))}
          />
          <section aria-label={tabTitles[tab]} key={`${tab} ${round}`}>
            {tab === "balances" && <Balances address={address} at={at} asked={asset} />}
            {tab === "objects" && <Objects address={address} at={at} />}
            {tab === "resources" && <Resources address={address} at={at} />}
            {tab === "modules" && <Modules address={address} at={at} />}
            {tab === "events" && <AccountEvents address={address} at={at} />}
            {tab === "history" && <History address={address} at={at} />}
            {tab === "transactions" && <Sent address={address} at={at} />}
          </section>
        </div>
      )}
    </>
  );
}
