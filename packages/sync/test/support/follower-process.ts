// A follower in a process of its own, to be killed: follows an upstream into a store until the head, with the state tree, then exits.
import { openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import { ingest, restSource, TreeFollower } from "@ledger/sync";

const [path, upstream] = process.argv.slice(2) as [string, string];
const store = openSqliteStore(path);
const tree = openSqliteTree(`${path}-tree`);
const proofs = new TreeFollower(store, tree);
const source = restSource({ upstreams: [upstream], once: true, pageRecords: 10 });
const report = await ingest({
  source,
  store,
  batchRecords: 20,
  keepPace: async () => void (await proofs.step()),
  // Tells its parent when it has begun: a kill during start-up would test nothing.
  onOpen: () => process.stdout.write("open\n"),
});
await proofs.catchUp();
await tree.close();
await store.close();
process.stdout.write(`${report.version}\n`);
