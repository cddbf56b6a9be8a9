import type { Transaction } from "../api/answers.ts";
import { objectName } from "../ledger/account/find-objects.ts";
import { nameAssets, writtenAssets } from "../ledger/asset/find-assets.ts";
import { parseStructName, parseType } from "../move/type-text.ts";
import type { Named } from "./finding.ts";

/** Assets and tokens that transactions wrote, and the coin of fees, by their names. */
export async function nameThings(transactions: readonly Transaction[]): Promise<readonly Named[]> {
  const assets = await nameAssets([...writtenAssets(transactions)]);
  const named = assets.flatMap(({ name, symbol, coin, metadata }): Named[] => {
    const title = `${symbol}, ${name}`;
    const names = [symbol, name, metadata ?? ""].map((text) => text.toLowerCase());
    const struct = coin === undefined ? undefined : parseStructName(parseType(coin).head);
    const asCoin: Named[] =
      struct === undefined
        ? []
        : [
            {
              kind: "Coin",
              title,
              detail: coin ?? "",
              route: { view: "module", address: struct.address, name: struct.module, item: struct.name },
              names: [...names, struct.name.toLowerCase()],
            },
          ];
    if (metadata === undefined) return asCoin;
    const route = { view: "account", address: metadata, tab: "resources" } as const;
    return [...asCoin, { kind: "Fungible asset", title, detail: metadata, route, names }];
  });
  return [...named, ...nameTokens(transactions)];
}

/** Tokens and collections by the names that their resources have. */
function nameTokens(transactions: readonly Transaction[]): readonly Named[] {
  const found = new Map<string, Named>();
  for (const change of transactions.flatMap(({ changes }) => changes)) {
    if (change.type !== "write_resource" || !change.data.type.startsWith("0x4::")) continue;
    const name = objectName(change.data);
    if (name === undefined) continue;
    found.set(change.address, {
      kind: change.data.type.startsWith("0x4::collection::") ? "Collection" : "Token",
      title: name,
      detail: change.address,
      route: { view: "account", address: change.address, tab: "resources" },
      names: [name.toLowerCase()],
    });
  }
  return [...found.values()];
}
