import { node } from "../api/node.ts";
import { listExamples, type PlacedOperation } from "../api/openapi.ts";
import { startingArguments } from "../forms/starting-value.ts";
import { findLandmarks, framework, type Landmarks } from "../ledger/landmarks.ts";
import { readAbi } from "../move/read-abi.ts";
import { buildRequest } from "../signing/signing-form.ts";
import { startingForm } from "../signing/starting-form.ts";
import { findTableItem } from "./find-table-item.ts";
import { chainIdKey } from "./state-keys.ts";

/** Values that an operation can be tried with. */
export interface TryDefaults {
  readonly values: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Accounts whose modules or handles the framework makes sure of. */
const frameworkOperations: ReadonlySet<string> = new Set([
  "get_account_modules",
  "get_account_module",
  "get_account_resource",
  "get_events_by_creation_number",
  "get_events_by_event_handle",
]);

const tableOperations: ReadonlySet<string> = new Set(["get_table_item", "get_raw_table_item", "list_table_items"]);

/** Finds, through the API, values that exist on this ledger; the description's examples fill what cannot be found. */
export async function findDefaults({ operation }: PlacedOperation, signal: AbortSignal): Promise<TryDefaults> {
  const [landmarks, { value: info }] = await Promise.all([
    findLandmarks(signal),
    node.call("get_ledger_info", { signal }),
  ]);
  const needs = (name: string): boolean => operation.parameters?.some((parameter) => parameter.name === name) === true;
  const known: Readonly<Record<string, string | undefined>> = {
    address: frameworkOperations.has(operation.operationId) ? framework : landmarks.sender,
    asset_type: "0x1::aptos_coin::AptosCoin",
    resource_type: "0x1::chain_id::ChainId",
    module_name: await firstModule(needs("module_name"), signal),
    txn_hash: landmarks.transaction?.hash ?? (await latestHash(needs("txn_hash"), info.ledger_version, signal)),
    txn_version: landmarks.transaction?.version ?? info.ledger_version,
    // Only a transaction of a user has a trace.
    version: operation.operationId === "get_trace" ? landmarks.transaction?.version : info.ledger_version,
    block_height: info.block_height,
    // The block events of the framework: every ledger of this kind has this handle.
    creation_number: "3",
    event_handle: "0x1::block::BlockResource",
    field_name: "new_block_events",
    limit: "5",
  };
  const values: Record<string, string> = {};
  for (const parameter of operation.parameters ?? []) {
    if (parameter.required !== true && parameter.name !== "limit") continue;
    const example = listExamples(parameter)[0]?.value;
    const value = known[parameter.name] ?? (example === undefined ? undefined : String(example));
    if (value !== undefined) values[parameter.name] = value;
  }
  return withBody(operation.operationId, values, landmarks, signal);
}

async function latestHash(wanted: boolean, version: string, signal: AbortSignal): Promise<string | undefined> {
  if (!wanted) return undefined;
  const { value } = await node.call("get_transaction_by_version", { params: { txn_version: version }, signal });
  return value.hash;
}

async function firstModule(wanted: boolean, signal: AbortSignal): Promise<string | undefined> {
  if (!wanted) return undefined;
  const { value } = await node.call("get_account_modules", {
    params: { address: framework },
    query: { limit: 1 },
    signal,
  });
  return value[0]?.abi?.name;
}

async function withBody(
  id: string,
  values: Record<string, string>,
  landmarks: Landmarks,
  signal: AbortSignal,
): Promise<TryDefaults> {
  if (id === "encode_submission") return { values, body: await signingRequest(signal) };
  if (id === "simulate_transaction") {
    return { values, body: { ...(await signingRequest(signal)), signature: { type: "no_account_signature" } } };
  }
  if (id === "view") return { values, body: { function: "0x1::chain_id::get", type_arguments: [], arguments: [] } };
  if (id === "get_raw_state_value") return { values, body: { key: chainIdKey() } };
  // Neither parameter is required, but one of them is.
  if (id === "list_events") return { values: { ...values, account: landmarks.sender ?? framework } };
  if (!tableOperations.has(id)) return { values };
  const item = await findTableItem(landmarks, signal);
  if (item === undefined) return { values };
  const { handle: table_handle, rawKey, keyType: key_type, valueType: value_type, key } = item;
  if (id === "list_table_items") return { values: { ...values, table_handle } };
  const body = id === "get_raw_table_item" ? { key: rawKey } : { key_type, value_type, key };
  return { values: { ...values, table_handle }, body };
}

async function signingRequest(signal: AbortSignal): Promise<object> {
  const { form, accounts } = await startingForm(undefined, signal);
  const [address = "", name = "", called] = form.function.split("::");
  const abi = await readAbi(address, name, undefined);
  const definition = abi?.exposed_functions.find((candidate) => candidate.name === called);
  return buildRequest(definition === undefined ? form : { ...form, ...startingArguments(definition, accounts) });
}
