import type { MoveResource, Transaction } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import type { At } from "../../version/at.ts";
import { readBack } from "../transaction/read-back.ts";

/** An object that an account owns. */
export interface OwnedObject {
  readonly address: string;
  /** Its name, where it is a token, a collection or an asset. */
  readonly name: string | undefined;
  /** Types of its resources, but for that which makes it an object. */
  readonly types: readonly string[];
}

const objectCore = "0x1::object::ObjectCore";

/** Transactions of the ledger and objects that are looked at; resources of each object. */
const lookedAt = { transactions: 50, objects: 40, resources: 30 };

/**
 * Objects that an account owns. No index has them by their owner, so they are found where transactions gave them to the
 * account recently, and asked whose they are.
 */
export async function findObjects(address: string, at: At, signal: AbortSignal): Promise<readonly OwnedObject[]> {
  const { value: info } = await node.call("get_ledger_info", { signal });
  const end = BigInt(at ?? info.ledger_version);
  const limit = Number(end < BigInt(lookedAt.transactions) ? end + 1n : BigInt(lookedAt.transactions));
  const [sent, latest] = await Promise.all([
    readBack(end, 0n, { sender: address }, signal),
    node.call("get_transactions", { query: { start: end - BigInt(limit) + 1n, limit }, signal }),
  ]);
  const candidates = new Set([...sent.transactions, ...latest.value].flatMap((one) => given(one, address)));
  const found = await Promise.all(
    [...candidates].slice(0, lookedAt.objects).map((object) => readOwned(object, address, at, signal)),
  );
  return found.filter((object) => object !== undefined);
}

/** The objects that belong to an account after a transaction that wrote them. */
function given({ changes }: Transaction, owner: string): readonly string[] {
  return changes.flatMap((change) => {
    if (change.type !== "write_resource" || change.data.type !== objectCore) return [];
    return ownerOf(change.data) === owner ? [change.address] : [];
  });
}

function ownerOf({ data }: MoveResource): unknown {
  return (data as { readonly owner?: unknown } | undefined)?.owner;
}

async function readOwned(object: string, owner: string, at: At, signal: AbortSignal): Promise<OwnedObject | undefined> {
  const { value: resources } = await node.call("get_account_resources", {
    params: { address: object },
    query: { ledger_version: at, limit: lookedAt.resources },
    signal,
  });
  const core = resources.find(({ type }) => type === objectCore);
  if (core === undefined || ownerOf(core) !== owner) return undefined;
  return {
    address: object,
    name: nameOf(resources),
    types: resources.map(({ type }) => type).filter((type) => type !== objectCore),
  };
}

/** Resources that say what an object is called: its name is text, or in an aggregator with its text. */
const named = [
  "0x4::token::TokenIdentifiers",
  "0x4::token::Token",
  "0x4::collection::Collection",
  "0x1::fungible_asset::Metadata",
];

function nameOf(resources: readonly MoveResource[]): string | undefined {
  for (const type of named) {
    const resource = resources.find((candidate) => candidate.type === type);
    const name = resource && objectName(resource);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Name that a resource gives its object, where it is of a kind that does. */
export function objectName({ type, data }: MoveResource): string | undefined {
  if (!named.includes(type)) return undefined;
  const name = (data as { readonly name?: unknown } | undefined)?.name;
  const text: unknown = typeof name === "object" && name !== null ? Reflect.get(name, "value") : name;
  return typeof text === "string" && text !== "" ? text : undefined;
}
