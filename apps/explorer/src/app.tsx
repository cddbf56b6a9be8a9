import { Overview } from "./ledger/overview/overview.tsx";
import { Settle } from "./loading/settle.tsx";
import { LocalNetworkProvider } from "./local/use-local-network.tsx";
import { Link } from "./routing/link.tsx";
import { PlaceProvider, usePlace } from "./routing/place.tsx";
import type { Route } from "./routing/route.ts";
import { TopBar } from "./shell/top-bar.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { lazy } from "./ui/lazy.tsx";
import { ViewHeading } from "./ui/view-heading.tsx";
import { HeadProvider } from "./version/head.tsx";

const AccountView = lazy(async () => (await import("./ledger/account/account-view.tsx")).AccountView);
const BlockView = lazy(async () => (await import("./ledger/block/block-view.tsx")).BlockView);
const ModuleView = lazy(async () => (await import("./module/module-view.tsx")).ModuleView);
const TransactionList = lazy(async () => (await import("./ledger/transaction/transaction-list.tsx")).TransactionList);
const TransactionView = lazy(async () => (await import("./ledger/transaction/transaction-view.tsx")).TransactionView);
const Reference = lazy(async () => (await import("./reference/reference.tsx")).Reference);
const SigningView = lazy(async () => (await import("./signing/signing-view.tsx")).SigningView);
const AccountsView = lazy(async () => (await import("./ledger/account/accounts-view.tsx")).AccountsView);
const AssetsView = lazy(async () => (await import("./ledger/asset/assets-view.tsx")).AssetsView);
const AssetView = lazy(async () => (await import("./ledger/asset/asset-view.tsx")).AssetView);
const TokenView = lazy(async () => (await import("./ledger/token/token-view.tsx")).TokenView);
const CollectionView = lazy(async () => (await import("./ledger/token/collection-view.tsx")).CollectionView);
const ValidatorsView = lazy(async () => (await import("./ledger/validators/validators-view.tsx")).ValidatorsView);
const ExecutionView = lazy(async () => (await import("./ledger/execution/execution-view.tsx")).ExecutionView);
const EventsView = lazy(async () => (await import("./ledger/events/events-view.tsx")).EventsView);
const TrustView = lazy(async () => (await import("./trust/trust-view.tsx")).TrustView);
const TableView = lazy(async () => (await import("./ledger/table/table-view.tsx")).TableView);

/** The whole page: what is above every view, and the view that the address names. */
export function App() {
  return (
    <PlaceProvider>
      <HeadProvider>
        <LocalNetworkProvider>
          <SkipLink />
          <TopBar />
          <CurrentView />
        </LocalNetworkProvider>
      </HeadProvider>
    </PlaceProvider>
  );
}

/** The address after `#` belongs to the views, so the link moves the focus itself. */
function SkipLink() {
  const skip = (event: Event): void => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it goes to a part of the page, which the address cannot name
    <a class="skip" href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}

/** Key of a place's view: between two places with the same key the screen stays. */
function viewKey(route: Route): string {
  switch (route.view) {
    case "account":
      return `account ${route.address}`;
    case "module":
      return `module ${route.address} ${route.name}`;
    case "table":
      return `table ${route.handle} ${route.keyType} ${route.valueType} ${route.rawKey}`;
    case "reference":
    case "schema":
      return "reference";
    case "asset":
      return `asset ${route.asset}`;
    case "token":
      return `token ${route.token}`;
    case "collection":
      return `collection ${route.collection}`;
    case "events":
      return `events ${route.type} ${route.account}`;
    case "signing":
      return `signing ${route.function}`;
    default:
      return route.view;
  }
}

function CurrentView() {
  const { route } = usePlace();
  const key = viewKey(route);
  return (
    <main id="main" tabIndex={-1}>
      <ErrorBoundary key={key}>
        <Settle>
          <View route={route} />
        </Settle>
      </ErrorBoundary>
    </main>
  );
}

function View({ route }: { route: Route }) {
  switch (route.view) {
    case "overview":
      return <Overview />;
    case "transactions":
      return <TransactionList query={route} />;
    case "transaction":
      return <TransactionView id={route.id} />;
    case "block":
      return <BlockView height={route.height} />;
    case "accounts":
      return <AccountsView />;
    case "assets":
      return <AssetsView />;
    case "asset":
      return <AssetView asset={route.asset} />;
    case "token":
      return <TokenView token={route.token} />;
    case "collection":
      return <CollectionView collection={route.collection} />;
    case "validators":
      return <ValidatorsView />;
    case "execution":
      return <ExecutionView version={route.version} />;
    case "account":
      return <AccountView address={route.address} tab={route.tab} asset={route.asset} />;
    case "module":
      return <ModuleView address={route.address} name={route.name} item={route.item} />;
    case "table":
      return <TableView {...route} />;
    case "events":
      return <EventsView {...route} />;
    case "signing":
      return <SigningView function={route.function} />;
    case "reference":
      return <Reference operation={route.operation} />;
    case "schema":
      return <Reference schema={route.name} />;
    case "trust":
      return <TrustView />;
    case "unknown":
      return (
        <>
          <ViewHeading title="No such page" />
          <p>
            There is no page at this address. <Link to={{ view: "overview" }}>Go to the ledger</Link>.
          </p>
        </>
      );
  }
}
