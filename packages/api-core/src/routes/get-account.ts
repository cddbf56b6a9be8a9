import { AccountResource, formatHex, frameworkTag, resourceKey, statelessAccount } from "@ledger/types";
import Type from "typebox";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { HexSchema, U64Schema } from "../schemas/scalar.ts";
import { addressParameter, ledgerVersionParameter } from "./parameters.ts";

const accountTag = frameworkTag("account", "Account");

const AccountData = Type.Object(
  { sequence_number: U64Schema, authentication_key: HexSchema },
  { title: "AccountData", description: "What a client needs to sign transactions of an account." },
);

/** `GET /accounts/{address}`: sequence number and authentication key. */
export const getAccount = defineRoute({
  id: "get_account",
  method: "GET",
  path: "/accounts/{address}",
  tag: "Accounts",
  summary: "Get account",
  description:
    "Returns the sequence number and the authentication key of an account. An address without an account resource has " +
    "the sequence number 0 and its own address as key: it can send its first transaction.",
  params: { address: addressParameter },
  query: { ledger_version: ledgerVersionParameter },
  cache: "state",
  handle: async ({ params, query }, { ledger, store }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const stored = await store.readState(version, resourceKey(params.address, accountTag));
    if (stored === undefined)
      return { value: AccountResource.encode(statelessAccount(params.address)), validator: "none" };
    return { value: stored.bytes, validator: `r${stored.version}` };
  },
  reply: {
    description: "The account.",
    json: {
      schema: AccountData,
      encode: (bytes) => {
        const { sequenceNumber, authenticationKey } = AccountResource.decode(bytes);
        return JSON.stringify({
          sequence_number: sequenceNumber.toString(),
          authentication_key: formatHex(authenticationKey),
        });
      },
    },
    bcs: { description: "The resource `0x1::account::Account`.", encode: (bytes) => bytes },
  },
  errors: ["version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "An account that has sent transactions",
      params: { address: "0xcafe" },
      reply: {
        sequence_number: "15",
        authentication_key: "0x5aaf15ae1f1901beee8b317f12db9d7880dee0862d169bc5122285c2d06eac46",
      },
    },
    {
      ledger: "mainnet",
      summary: "An address that has no account resource",
      params: { address: "0xabc" },
      reply: {
        sequence_number: "0",
        authentication_key: "0x0000000000000000000000000000000000000000000000000000000000000abc",
      },
    },
  ],
});
