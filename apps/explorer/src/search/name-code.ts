import type { ModuleAbi, Transaction } from "../api/answers.ts";
import { calledFunction } from "../ledger/transaction/transaction-kind.ts";
import { parseAbort } from "../move/abort-text.ts";
import { readAbi } from "../move/read-abi.ts";
import { type PublishedModule, readPublished, readText } from "../move/read-source.ts";
import { findNames, type SourceNames } from "../move/source-names.ts";
import type { Route } from "../routing/route.ts";
import type { Named } from "./finding.ts";

/** Accounts of the framework, whose modules every ledger of this kind has. */
const frameworkAccounts = ["0x1", "0x3", "0x4"];

/** Accounts whose modules are looked at. */
const accounts = 9;

/** Modules, what can be called in them, and their errors: of the framework, and of the accounts whose code ran lately. */
export async function nameCode(transactions: readonly Transaction[]): Promise<readonly Named[]> {
  const met = new Map<string, number>();
  const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);
  for (const transaction of transactions) {
    const called = calledFunction(transaction);
    if (called !== undefined) count(called);
    const { module, name } = parseAbort(transaction.vm_status) ?? {};
    if (module !== undefined && name !== undefined) count(`${module}::${name}`);
  }
  const places = [...met.keys()].flatMap((name) => name.split("::")[0] ?? []);
  const addresses = [...new Set([...frameworkAccounts, ...places])].slice(0, accounts);
  const named = await Promise.all(addresses.map(nameModules));
  return named.flat().map((one) => ({ ...one, met: met.get(one.title) ?? 0 }));
}

async function nameModules(address: string): Promise<readonly Named[]> {
  // Names of one account less, where the node does not tell them.
  const published = await readPublished(address, undefined).catch(() => []);
  const named: Named[] = [];
  for (const module of published) named.push(...(await nameModule(address, module)));
  return named;
}

async function nameModule(address: string, published: PublishedModule): Promise<readonly Named[]> {
  const { name, package: packageName } = published;
  const path = `${address}::${name}`;
  const route: Route = { view: "module", address, name };
  const { functions, errors } = await namesOf(address, published);
  return [
    {
      kind: "Module",
      title: path,
      detail: packageName,
      route,
      names: [name.toLowerCase(), path.toLowerCase(), packageName.toLowerCase()],
    },
    ...functions.map((item) => ({
      kind: "Function",
      title: `${path}::${item}`,
      detail: "",
      route: { ...route, item },
      names: [item.toLowerCase(), `${name}::${item}`.toLowerCase()],
    })),
    ...errors.map(({ name: error, code, doc }) => ({
      kind: "Error",
      title: `${path}::${error}`,
      detail: doc === "" ? `code ${code}` : doc,
      route: { ...route, item: error },
      names: [error.toLowerCase()],
    })),
  ];
}

/** Names of a module by its source; of one without a source, what its interface has. */
async function namesOf(address: string, published: PublishedModule): Promise<SourceNames> {
  const text = await readText(published);
  if (text !== undefined) return findNames(text);
  const abi: ModuleAbi | undefined = await readAbi(address, published.name, undefined);
  return { functions: abi?.exposed_functions.map(({ name }) => name) ?? [], errors: [] };
}
