import {
  Account,
  type Aptos,
  AptosApiError,
  Ed25519PrivateKey,
  MultiKey,
  MultiKeyAccount,
  type UserTransactionResponse,
} from "@aptos-labs/ts-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalNode, startLocalNode } from "./support/local-node.ts";

// What the official client asks of an indexer, and what other clients ask it for.

/** A network of its own: some questions are about all that it has. */
let local: LocalNode & AsyncDisposable;
let owner: Account;
let friend: Account;
let payment: UserTransactionResponse;

async function pay(aptos: Aptos, sender: Account, receiver: Account): Promise<UserTransactionResponse> {
  const transaction = await aptos.transaction.build.simple({
    sender: sender.accountAddress,
    data: { function: "0x1::aptos_account::transfer", functionArguments: [receiver.accountAddress, 1_000] },
  });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse;
}

beforeAll(async () => {
  local = await startLocalNode();
  owner = await local.fund();
  friend = Account.generate();
  payment = await pay(local.aptos, owner, friend);
});
afterAll(() => local?.[Symbol.asyncDispose]());

const coin = "0x1::aptos_coin::AptosCoin";
const asset = "0xa";
const longOf = (digits: string): string => `0x${digits.padStart(64, "0")}`;
const nobody = longOf("0");
const long = (account: Account): string => account.accountAddress.toStringLong();

/** Asks as programs without a client do. */
async function ask(
  query: string,
  path = "",
  variables = {},
): Promise<{ readonly headers: Headers; readonly body: never }> {
  const url = `${local.url}/v1/graphql${path}`;
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
  return { headers: answer.headers, body: (await answer.json()) as never };
}

describe("balances", () => {
  const at = () => ({ accountAddress: friend.accountAddress });

  test("a coin and the asset that it is paired with are one balance, under the coin's name", async () => {
    const { aptos } = local;
    const [row, ...others] = await aptos.getAccountCoinsData(at());
    expect(others).toEqual([]);
    expect(row).toMatchObject({ asset_type: coin, token_standard: "v1", amount: 1_000, is_primary: true });
    expect(row?.metadata).toMatchObject({ symbol: "APT", decimals: 8, token_standard: "v1" });
    expect(await aptos.getAccountCoinsCount(at())).toBe(1);
  });

  test("it is found by either name", async () => {
    const { aptos } = local;
    expect(await aptos.getAccountCoinAmount({ ...at(), coinType: coin })).toBe(1_000);
    expect(await aptos.getAccountCoinAmount({ ...at(), faMetadataAddress: asset })).toBe(1_000);
    const where = { owner_address: { _eq: long(friend) }, asset_type: { _eq: coin } };
    expect(await aptos.getCurrentFungibleAssetBalances({ options: { where } })).toHaveLength(1);
  });

  test("what is known of assets and coins", async () => {
    const { aptos } = local;
    const metadata = await aptos.getFungibleAssetMetadataByAssetType({ assetType: coin });
    expect(metadata).toMatchObject({ name: "Aptos Coin", supply_v2: null });
    expect(metadata.supply_aggregator_table_handle_v1).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await aptos.getFungibleAssetMetadata()).toHaveLength(2);
  });
});

describe("history", () => {
  test("an account's transactions are those that touch it, and tell of their parts", async () => {
    const { aptos } = local;
    expect(await aptos.getAccountTransactionsCount({ accountAddress: friend.accountAddress })).toBe(1);
    expect(await aptos.getAccountTransactionsCount({ accountAddress: owner.accountAddress })).toBe(2);
    const where = `where: { account_address: { _eq: "${long(friend)}" } }`;
    const { body } = await ask(`{ account_transactions(${where}) {
      transaction_version user_transaction { sender entry_function_id_str } fungible_asset_activities { type amount } } }`);
    expect(body).toEqual({
      data: {
        account_transactions: [
          {
            transaction_version: Number(payment.version),
            user_transaction: { sender: long(owner), entry_function_id_str: "0x1::aptos_account::transfer" },
            fungible_asset_activities: [
              { type: "0x1::aptos_coin::GasFeeEvent", amount: Number(payment.gas_used) * 100 },
              { type: "0x1::fungible_asset::Withdraw", amount: 1_000 },
              { type: "0x1::fungible_asset::Deposit", amount: 1_000 },
            ],
          },
        ],
      },
    });
  });

  test("activities of an owner, the newest first", async () => {
    const { body } =
      await ask(`{ fungible_asset_activities(limit: 3, where: { owner_address: { _eq: "${long(owner)}" } },
      order_by: { transaction_version: desc, event_index: desc }) { type amount } }`);
    expect(body).toEqual({
      data: {
        fungible_asset_activities: [
          { type: "0x1::fungible_asset::Withdraw", amount: 1_000 },
          { type: "0x1::aptos_coin::GasFeeEvent", amount: Number(payment.gas_used) * 100 },
          { type: "0x1::fungible_asset::Deposit", amount: 100_000_000 },
        ],
      },
    });
    const options = { where: { owner_address: { _eq: long(owner) } } };
    expect(await local.aptos.getFungibleAssetActivities({ options })).toHaveLength(3);
  });

  test("the newest transactions of users, and those of a function", async () => {
    const { aptos } = local;
    const { version } = await pay(aptos, await local.fund(), Account.generate());
    expect(await aptos.getChainTopUserTransactions({ limit: 1 })).toEqual([{ version: Number(version) }]);
    const { body } = await ask(`{ user_transactions(where: { version: { _lt: ${payment.version} },
      entry_function_id_str: { _eq: "0x1::aptos_coin::mint" } }) { entry_function_function_name sequence_number } }`);
    expect(body).toMatchObject({ data: { user_transactions: [{ entry_function_function_name: "mint" }] } });
  });

  test("items of tables with their types, as the client asks for them", async () => {
    const { aptos } = local;
    const supply = await aptos.getFungibleAssetMetadataByAssetType({ assetType: coin });
    const handle = supply.supply_aggregator_table_handle_v1!;
    const where = { table_handle: { _eq: handle } };
    const [item] = await aptos.getTableItemsData({ options: { where, limit: 1 } });
    expect(item).toMatchObject({ table_handle: handle, decoded_key: supply.supply_aggregator_table_key_v1 });
    // As on the reference's local network: at first the validator's stake is the only coin that is not an asset.
    const first = { ...where, transaction_version: { _eq: 0 } };
    expect(await aptos.getTableItemsData({ options: { where: first } })).toMatchObject([{ decoded_value: "10" }]);
    const [types] = await aptos.getTableItemsMetadata({ options: { where: { value_type: { _like: "%Pool%" } } } });
    expect(types ?? { key_type: "none" }).toHaveProperty("key_type");
  });

  test("kinds of history that a local network has none of are empty, not refused", async () => {
    const { aptos } = local;
    expect(await aptos.getDigitalAssetActivity({ digitalAssetAddress: asset })).toEqual([]);
    const nowhere = { delegatorAddress: asset, poolAddress: asset };
    expect(await aptos.getDelegatedStakingActivities(nowhere)).toEqual([]);
    expect(await aptos.getNumberOfDelegatorsForAllPools()).toEqual([]);
  });
});

describe("accounts by their keys", () => {
  test("a private key leads to the account whose key was rotated to it", async () => {
    const { aptos } = local;
    const account = await local.fund();
    const newKey = Ed25519PrivateKey.generate();
    const transaction = await aptos.rotateAuthKey({ fromAccount: account as never, toNewPrivateKey: newKey });
    const { hash } = await aptos.signAndSubmitTransaction({ signer: account, transaction });
    const { version } = await aptos.waitForTransaction({ transactionHash: hash });
    const found = await aptos.deriveOwnedAccountsFromSigner({
      signer: newKey,
      minimumLedgerVersion: Number(version),
    });
    expect(found.map((each) => each.accountAddress.toStringLong())).toContain(long(account));
  });

  test("a key leads to the account that has it among several", async () => {
    const { aptos } = local;
    const keys = [Account.generate(), Account.generate()];
    const multiKey = new MultiKey({ publicKeys: keys.map(({ publicKey }) => publicKey), signaturesRequired: 1 });
    const account = new MultiKeyAccount({ multiKey, signers: [keys[0]!] });
    await aptos.fundAccount({ accountAddress: account.accountAddress, amount: 100_000_000 });
    const { version } = await pay(aptos, account as never, Account.generate());
    const found = await aptos.getAccountsForPublicKey({
      publicKey: keys[0]!.publicKey,
      minimumLedgerVersion: Number(version),
    } as never);
    expect(found.map((each) => each.accountAddress.toStringLong())).toContain(account.accountAddress.toStringLong());
  });
});

describe("what programs compare in answers of the API", () => {
  const read = async (path: string, init?: RequestInit) => (await fetch(`${local.url}/v1${path}`, init)).json();

  test.each([
    [
      "a hash that is none",
      "/transactions/by_hash/0x23",
      'failed to parse path `txn_hash`: failed to parse "string(HashValue)": unable to parse HashValue',
      "web_framework_error",
    ],
    [
      "a transaction that is not there",
      `/transactions/by_hash/0x${"23".repeat(32)}`,
      `Transaction not found by Transaction hash(0x${"23".repeat(32)})`,
      "transaction_not_found",
    ],
  ])("%s", async (_, path, message, error_code) => {
    expect(await read(path)).toEqual({ message, error_code, vm_error_code: null });
  });

  test("a signed transaction that was cut off", async () => {
    const headers = { "Content-Type": "application/x.aptos.signed_transaction+bcs" };
    expect(await read("/transactions", { method: "POST", headers, body: new Uint8Array([1, 2, 3]) })).toEqual({
      message: "Failed to deserialize input into SignedTransaction: unexpected end of input",
      error_code: "invalid_input",
      vm_error_code: null,
    });
  });

  test("a block without its transactions", async () => {
    expect(await read("/blocks/by_height/1")).toMatchObject({ block_height: "1", transactions: null });
  });
});

describe("the answer", () => {
  test("every processor is where the ledger is, and a header says so", async () => {
    const { aptos } = local;
    expect(await aptos.getIndexerLastSuccessVersion()).toBeGreaterThanOrEqual(BigInt(payment.version));
    const { headers, body } = await ask(
      "{ processor_status(distinct_on: last_success_version) { last_success_version } }",
    );
    const version = Number(headers.get("x-svc-ledger-version"));
    expect(body).toEqual({ data: { processor_status: [{ last_success_version: version }] } });
    expect(await aptos.getProcessorStatus("events_processor" as never)).toMatchObject({
      processor: "events_processor",
    });
  });

  test("clients of the first years write the path with a slash", async () => {
    expect((await ask("{ ledger_infos { chain_id } }", "/")).body).toEqual({
      data: { ledger_infos: [{ chain_id: 4 }] },
    });
  });

  test("they ask for coins by the names of then", async () => {
    const query = `query Coins($account: String) {
      account_transactions(limit: 20, where: { account_address: { _eq: $account } }) {
        coin_activities { activity_type amount coin_type owner_address } }
      current_coin_balances(where: { owner_address: { _eq: $account } }) { amount coin_type coin_info { symbol } } }`;
    const activity = { amount: 1_000, coin_type: coin };
    expect((await ask(query, "/", { account: long(friend) })).body).toMatchObject({
      data: {
        account_transactions: [
          {
            coin_activities: [
              { activity_type: "0x1::aptos_coin::GasFeeEvent", coin_type: coin },
              { ...activity, owner_address: long(owner) },
              { ...activity, owner_address: long(friend) },
            ],
          },
        ],
        current_coin_balances: [{ amount: 1_000, coin_type: coin, coin_info: { symbol: "APT" } }],
      },
    });
  });

  test("they ask for events, by account and type or by the number of their stream", async () => {
    const fields =
      "account_address creation_number data event_index sequence_number transaction_version type indexed_type";
    const deposit = "0x1::fungible_asset::Deposit";
    const byType = `where:{account_address:{_eq:"${nobody}"},indexed_type:{_eq:"${deposit}"},transaction_version:{_eq:${payment.version}}},order_by:{event_index:asc},limit:1`;
    const [event] = payment.events.filter(({ type }) => type === deposit);
    expect((await ask(`{events(${byType}){${fields}}}`, "/")).body).toEqual({
      data: {
        events: [
          {
            account_address: nobody,
            creation_number: 0,
            sequence_number: 0,
            data: event!.data,
            event_index: payment.events.indexOf(event!),
            transaction_version: Number(payment.version),
            type: deposit,
            indexed_type: deposit,
          },
        ],
      },
    });
    const block = `account_address:{_eq:"${longOf("1")}"},creation_number:{_eq:3}`;
    const { body } = await ask(`{events(where:{${block}},order_by:{sequence_number:desc},limit:1){type}}`, "/");
    expect(body).toEqual({ data: { events: [{ type: "0x1::block::NewBlockEvent" }] } });
  });

  test("halves of a balance have columns of their own", async () => {
    const columns = "asset_type_v1 asset_type_v2 amount_v1 amount_v2";
    const { body } = await ask(
      `{current_fungible_asset_balances(where:{owner_address:{_eq:"${long(friend)}"}}){${columns}}}`,
    );
    const halves = { asset_type_v1: coin, asset_type_v2: longOf("a"), amount_v1: null, amount_v2: 1_000 };
    expect(body).toEqual({ data: { current_fungible_asset_balances: [halves] } });
  });

  test("a table that is not there is refused in the form of the public indexer", async () => {
    const { aptos } = local;
    const refusal = await aptos.queryIndexer({ query: { query: "{ move_resources { address } }" } }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AptosApiError);
    expect((refusal as AptosApiError).message).toContain("field 'move_resources' not found in type: 'query_root'");
    const { body } = await ask("{ move_resources { address } }");
    expect(body).toMatchObject({
      errors: [{ extensions: { path: "$.selectionSet.move_resources", code: "validation-failed" } }],
    });
  });
});
