import { openPostgresStore, openPostgresTableIndex, openPostgresTableIndexReader } from "@ledger/state-store/postgres";
import { openSqliteStore, openSqliteTableIndex, openSqliteTableIndexReader } from "@ledger/state-store/sqlite";
import type { AgreementPlace } from "./agree.ts";

/** A ledger in a file, with its index in another one. @param path - of both, without an ending */
export function placeInFile(path: string): AgreementPlace {
  return {
    name: "SQLite",
    openStore: async () => openSqliteStore(`${path}.db`),
    openIndex: async () => openSqliteTableIndex(`${path}.index.db`),
    openReader: async () => openSqliteTableIndexReader(`${path}.index.db`),
  };
}

/** A ledger on a server, with its index, in a schema of its own. @param urlWith - the server's URL with parameters */
export function placeOnServer(urlWith: (parameters: string) => string, schema: string): AgreementPlace {
  const settings = { url: urlWith(`schema=${schema}`) };
  return {
    name: "PostgreSQL",
    openStore: () => openPostgresStore(settings),
    openIndex: () => openPostgresTableIndex(settings),
    openReader: async () => openPostgresTableIndexReader(settings),
  };
}
