import type { GrownLedger } from "./grown-ledger.ts";

/** A query that is answered whatever the size of its ledger, by who asks it. */
export interface ListedQuery {
  readonly of: string;
  readonly query: string;
}

type Names = GrownLedger["names"];

/** Queries of the official client 5.1.4, with the conditions that it builds itself. */
function clientQueries({ account, asset, token, collection, entryFunction }: Names): readonly ListedQuery[] {
  const owned = `owner_address:{_eq:"${account}"},amount:{_gt:0}`;
  return [
    {
      of: "getAccountCoinsData",
      query: `current_fungible_asset_balances(where:{owner_address:{_eq:"${account}"}},limit:25){amount metadata{symbol}}`,
    },
    {
      of: "getAccountCoinsCount",
      query: `current_fungible_asset_balances_aggregate(where:{owner_address:{_eq:"${account}"}}){aggregate{count}}`,
    },
    {
      of: "getAccountTokensCount",
      query: `current_token_ownerships_v2_aggregate(where:{${owned}}){aggregate{count}}`,
    },
    {
      of: "getAccountTransactionsCount",
      query: `account_transactions_aggregate(where:{account_address:{_eq:"${account}"}}){aggregate{count}}`,
    },
    {
      of: "getAccountOwnedTokens",
      query: `current_token_ownerships_v2(where:{${owned}},order_by:[{last_transaction_version:desc},{token_data_id:asc}],limit:25){token_data_id}`,
    },
    {
      of: "getAccountOwnedTokensFromCollectionAddress",
      query: `current_token_ownerships_v2(where:{${owned},current_token_data:{collection_id:{_eq:"${collection}"}}},limit:25){token_data_id}`,
    },
    {
      of: "getCurrentTokenOwnership",
      query: `current_token_ownerships_v2(where:{token_data_id:{_eq:"${token}"},amount:{_gt:0}},limit:1){owner_address}`,
    },
    {
      of: "getFungibleAssetMetadata",
      query: `fungible_asset_metadata(where:{creator_address:{_eq:"${account}"}},limit:25){symbol}`,
    },
    {
      of: "getFungibleAssetActivities",
      query: `fungible_asset_activities(where:{asset_type:{_eq:"${asset}"}},order_by:[{transaction_version:desc},{event_index:desc}],limit:25){amount type}`,
    },
    { of: "getTokenData", query: `current_token_datas_v2(where:{token_data_id:{_eq:"${token}"}}){token_name}` },
    {
      of: "getTokenActivity",
      query: `token_activities_v2(where:{token_data_id:{_eq:"${token}"}},order_by:[{transaction_version:desc}],limit:25){type}`,
    },
    {
      of: "getCollectionData",
      query: `current_collections_v2(where:{collection_name:{_eq:"collection 9"},creator_address:{_eq:"${account}"},token_standard:{_eq:"v2"}}){uri}`,
    },
    {
      of: "getObjectData",
      query: `current_objects(where:{owner_address:{_eq:"${account}"}},limit:25){object_address}`,
    },
    {
      of: "getChainTopUserTransactions",
      query: "user_transactions(order_by:{version:desc},limit:25){version}",
    },
    {
      of: "getEvents",
      query: `events(where:{type:{_eq:"0x1::transaction_fee::FeeStatement"}},order_by:{transaction_version:desc},limit:25){data}`,
    },
    { of: "getProcessorStatus", query: "processor_status{last_success_version}" },
    {
      of: "user transactions of a function",
      query: `user_transactions(where:{entry_function_id_str:{_eq:"${entryFunction}"}},order_by:{version:desc},limit:25){version}`,
    },
  ];
}

/** Queries of wallets. */
function walletQueries({ account, type, asset, minter }: Names): readonly ListedQuery[] {
  const owner = `owner_address:{_eq:"${account}"}`;
  const touched = `_or:[{from_address:{_eq:"${minter}"}},{to_address:{_eq:"${minter}"}}]`;
  return [
    {
      of: "what came and went, without fees, newest first",
      query: `fungible_asset_activities(where:{${owner},is_gas_fee:{_eq:false}},order_by:{transaction_timestamp:desc},limit:25){amount}`,
    },
    {
      of: "how much of it there is",
      query: `fungible_asset_activities_aggregate(where:{${owner},is_gas_fee:{_eq:false}}){aggregate{count}}`,
    },
    {
      of: "what came, by its type",
      query: `fungible_asset_activities(where:{${owner},type:{_in:["${type}","none"]}},order_by:[{transaction_version:desc},{event_index:asc}],limit:25){amount}`,
    },
    {
      of: "the largest that came or went",
      query: `fungible_asset_activities(where:{${owner}},order_by:{amount:desc_nulls_last},limit:25){amount}`,
    },
    {
      of: "balances, the largest first",
      query: `current_fungible_asset_balances(where:{${owner},amount:{_gt:0}},order_by:{amount:desc},limit:25){amount}`,
    },
    {
      of: "balances of one asset in both of its forms",
      query: `current_fungible_asset_balances(where:{${owner},asset_type:{_in:["${asset}","none"]}},limit:2){amount}`,
    },
    {
      of: "balances that changed last",
      query: `current_fungible_asset_balances(where:{${owner}},order_by:{last_transaction_timestamp:desc},limit:25){amount}`,
    },
    {
      of: "tokens that came or went, newest first",
      query: `token_activities_v2(where:{${touched}},order_by:{transaction_version:desc},limit:25){type token_data_id}`,
    },
    {
      of: "transactions of an account, newest first, with what they moved",
      query: `account_transactions(where:{account_address:{_eq:"${account}"}},order_by:{transaction_version:desc},limit:25){user_transaction{sender} fungible_asset_activities{amount}}`,
    },
    {
      of: "transactions that an account sent to one function",
      query: `user_transactions(where:{sender:{_eq:"${account}"}},order_by:{timestamp:desc},limit:25){version}`,
    },
    {
      of: "objects that changed last",
      query: `current_objects(where:{${owner}},order_by:{last_transaction_version:desc},limit:25){object_address}`,
    },
  ];
}

/** Queries of marketplaces. */
function marketQueries({ account, collection, token }: Names): readonly ListedQuery[] {
  return [
    {
      of: "collections, newest first",
      query: "current_collections_v2(order_by:{last_transaction_version:desc},limit:25){collection_name}",
    },
    {
      of: "collections, the largest first",
      query: "current_collections_v2(order_by:{current_supply:desc},limit:25){collection_name}",
    },
    {
      of: "collections of a creator, newest first",
      query: `current_collections_v2(where:{creator_address:{_eq:"${account}"}},order_by:{last_transaction_version:desc},limit:25){uri}`,
    },
    {
      of: "tokens of a collection, newest first, later page",
      query: `current_token_datas_v2(where:{collection_id:{_eq:"${collection}"}},order_by:{last_transaction_version:desc},limit:25,offset:50){token_name}`,
    },
    {
      of: "how many tokens a collection has",
      query: `current_token_datas_v2_aggregate(where:{collection_id:{_eq:"${collection}"}}){aggregate{count}}`,
    },
    {
      of: "tokens, newest first",
      query: "current_token_datas_v2(order_by:{last_transaction_timestamp:desc},limit:25){token_name}",
    },
    {
      of: "owners of a token, the largest first",
      query: `current_token_ownerships_v2(where:{token_data_id:{_eq:"${token}"}},order_by:{amount:desc},limit:25){owner_address}`,
    },
    {
      of: "mints, newest first",
      query:
        'token_activities_v2(where:{type:{_eq:"0x4::collection::MintEvent"}},order_by:{transaction_version:desc},limit:25){token_data_id}',
    },
    {
      of: "how many mints",
      query: 'token_activities_v2_aggregate(where:{type:{_eq:"0x4::collection::MintEvent"}}){aggregate{count}}',
    },
  ];
}

/** Queries of dashboards. */
function dashboardQueries({ asset, time, account, contract, module, function: name }: Names): readonly ListedQuery[] {
  return [
    {
      of: "holders of an asset, the largest first",
      query: `current_fungible_asset_balances(where:{asset_type:{_eq:"${asset}"}},order_by:{amount:desc},limit:25){amount}`,
    },
    {
      of: "holders with more than an amount",
      query: `current_fungible_asset_balances(where:{asset_type:{_eq:"${asset}"},amount:{_gte:1000,_lt:9000}},order_by:[{amount:asc},{storage_id:asc}],limit:25){amount}`,
    },
    {
      of: "how many hold an asset",
      query: `current_fungible_asset_balances_aggregate(where:{asset_type:{_eq:"${asset}"},amount:{_gt:0}}){aggregate{count}}`,
    },
    {
      of: "the largest movements of an asset",
      query: `fungible_asset_activities(where:{asset_type:{_eq:"${asset}"}},order_by:{amount:desc},limit:10){amount}`,
    },
    {
      of: "the largest balance",
      query: `current_fungible_asset_balances_aggregate(where:{asset_type:{_eq:"${asset}"}}){aggregate{max{amount} min{amount}}}`,
    },
    {
      of: "transactions since a time",
      query: `user_transactions_aggregate(where:{timestamp:{_gte:"${time}"}}){aggregate{count}}`,
    },
    {
      of: "the first movements since a time",
      query: `fungible_asset_activities(where:{transaction_timestamp:{_gt:"${time}"}},order_by:{transaction_version:asc},limit:25){amount}`,
    },
    { of: "how many movements there were", query: "fungible_asset_activities_aggregate{aggregate{count}}" },
    {
      of: "how many events of a type",
      query: 'events_aggregate(where:{indexed_type:{_eq:"0x1::transaction_fee::FeeStatement"}}){aggregate{count}}',
    },
    {
      of: "assets, newest first",
      query: "fungible_asset_metadata(order_by:{last_transaction_version:desc},limit:25){symbol}",
    },
    { of: "assets of a symbol", query: 'fungible_asset_metadata(where:{symbol:{_eq:"S7"}}){asset_type}' },
    {
      of: "calls of a module's function, newest first",
      query: `user_transactions(where:{entry_function_contract_address:{_eq:"${contract}"},entry_function_module_name:{_eq:"${module}"},entry_function_function_name:{_eq:"${name}"}},order_by:{version:desc},limit:25){version}`,
    },
    {
      of: "movements in a block",
      query: "fungible_asset_activities(where:{block_height:{_eq:700}},order_by:{amount:desc}){amount}",
    },
    {
      of: "the last transactions of the chain by any of two senders",
      query: `user_transactions(where:{sender:{_in:["${account}","0x${"9".repeat(64)}"]}},order_by:{version:desc},limit:25){version}`,
    },
  ];
}

/** All queries that are listed. */
export function listedQueries(names: Names): readonly ListedQuery[] {
  return [clientQueries, walletQueries, marketQueries, dashboardQueries].flatMap((of) => of(names));
}

/** Queries that are refused at once, because no order leads to their rows. */
export function refusedQueries({ account }: Names): readonly ListedQuery[] {
  return [
    { of: "all movements by amount", query: "fungible_asset_activities(limit:1,order_by:{amount:desc}){amount}" },
    {
      of: "sums of all movements",
      query: "fungible_asset_activities_aggregate{aggregate{sum{amount}}}",
    },
    {
      of: "movements of an account by storage",
      query: `fungible_asset_activities(where:{owner_address:{_eq:"${account}"}},order_by:{storage_id:asc},limit:5){amount}`,
    },
    { of: "all transactions by sender", query: "user_transactions(order_by:{sender:asc},limit:5){version}" },
    {
      of: "balances by the name of their asset",
      query: "current_fungible_asset_balances(order_by:{metadata:{name:asc}},limit:5){amount}",
    },
    {
      of: "distinct owners",
      query: "current_fungible_asset_balances(distinct_on:[owner_address],limit:5){owner_address}",
    },
    { of: "tokens by name", query: "current_token_datas_v2(order_by:{token_name:asc},limit:5){token_name}" },
  ];
}
