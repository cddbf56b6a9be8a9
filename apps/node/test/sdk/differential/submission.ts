import {
  AccountAddress,
  AptosConfig,
  buildTransaction,
  convertPayloadToInnerPayload,
  generateSigningMessageForTransaction,
  generateTransactionPayloadWithABI,
  MultiSig,
  MultiSigTransactionPayload,
  Network,
  parseTypeTag,
  Script,
  type TransactionPayloadEntryFunction,
  TransactionPayloadMultiSig,
  TransactionPayloadScript,
} from "@aptos-labs/ts-sdk";
import fc from "fast-check";
import { address, shortenAddresses } from "./address.ts";
import { argument, type JsonValue, scriptArgument } from "./argument.ts";
import type { Callable, Callables } from "./callable.ts";
import { formatMoveType, type MoveType, phantomTypeArgument, typeArgument } from "./move-type.ts";

/** A request to encode, and how the official client makes its signing message, in hex with prefix. */
export interface Submission {
  readonly request: Readonly<Record<string, JsonValue>>;
  readonly buildMessage: () => Promise<string>;
}

interface Payload {
  readonly json: { readonly [member: string]: JsonValue };
  readonly client: TransactionPayloadEntryFunction | TransactionPayloadScript | TransactionPayloadMultiSig;
}

/** The network only decides about the chain id, which is the local network's: nothing is asked of it. */
const aptosConfig = new AptosConfig({ network: Network.LOCAL });
/** The client declares numbers for what it takes, and encodes, as bigints over the whole range of u64. */
const asDeclared = (value: bigint) => value as bigint & number;
const u64 = (min = 0n) => fc.bigInt(min, 2n ** 64n - 1n);

function usesParameter(type: MoveType, index: number): boolean {
  if (type.kind === "vector" || type.kind === "option") return usesParameter(type.item, index);
  return type.kind === "parameter" && type.index === index;
}

interface TypeArgument {
  readonly json: string;
  readonly client: string;
  /** Absent where no value has it. */
  readonly type?: MoveType;
}

function inBothForms(client: string): fc.Arbitrary<TypeArgument> {
  return fc.constantFrom(client, shortenAddresses(client)).map((json) => ({ json, client }));
}

function typeArgumentsOf({ params, typeParameters }: Callable): fc.Arbitrary<TypeArgument[]> {
  const drawn = Array.from({ length: typeParameters }, (_, index): fc.Arbitrary<TypeArgument> => {
    if (!params.some((type) => usesParameter(type, index))) return phantomTypeArgument.chain(inBothForms);
    return typeArgument.chain((type) => inBothForms(formatMoveType(type)).map((forms) => ({ ...forms, type })));
  });
  return fc.tuple(...drawn);
}

function call({ moduleId, functions }: Callables): fc.Arbitrary<Payload> {
  return fc.constantFrom(...functions).chain((callee) =>
    typeArgumentsOf(callee).chain((typeArguments) => {
      const types = typeArguments.map(({ type }) => type);
      return fc.tuple(...callee.params.map((type) => argument(type, types, true))).map((args): Payload => {
        const name = `${moduleId}::${callee.name}` as const;
        return {
          json: {
            type: "entry_function_payload",
            function: name,
            type_arguments: typeArguments.map(({ json }) => json),
            arguments: args.map(({ json }) => json),
          },
          client: generateTransactionPayloadWithABI({
            function: name as `${string}::${string}::${string}`,
            typeArguments: typeArguments.map(({ client }) => client),
            functionArguments: args.map(({ client }) => client),
            abi: {
              signers: callee.signers.length,
              typeParameters: typeArguments.map(() => ({ constraints: [] })),
              parameters: callee.params.map((type) => parseTypeTag(formatMoveType(type), { allowGenerics: true })),
            },
          }),
        };
      });
    }),
  );
}

function script({ scripts }: Callables): fc.Arbitrary<Payload> {
  return fc.constantFrom(...scripts).chain(({ bytecode, params, typeParameters }) =>
    fc
      .tuple(
        fc.array(phantomTypeArgument.chain(inBothForms), { minLength: typeParameters, maxLength: typeParameters }),
        fc.tuple(...params.map(scriptArgument)),
      )
      .map(
        ([typeArguments, args]): Payload => ({
          json: {
            type: "script_payload",
            code: { bytecode: `0x${Buffer.from(bytecode).toString("hex")}` },
            type_arguments: typeArguments.map(({ json }) => json),
            arguments: args.map(({ json }) => json),
          },
          client: new TransactionPayloadScript(
            new Script(
              bytecode,
              typeArguments.map(({ client }) => parseTypeTag(client)),
              args.map(({ client }) => client),
            ),
          ),
        }),
      ),
  );
}

function multisigCall(callables: Callables): fc.Arbitrary<Payload> {
  return fc.tuple(address, call(callables)).map(([multisig, { json, client }]) => {
    if (!("entryFunction" in client)) throw new Error("a multisig account calls entry functions only");
    const payload = new MultiSigTransactionPayload(client.entryFunction);
    return {
      json: { type: "multisig_payload", multisig_address: multisig, transaction_payload: json },
      client: new TransactionPayloadMultiSig(new MultiSig(AccountAddress.from(multisig), payload)),
    };
  });
}

const multisigApproval: fc.Arbitrary<Payload> = address.map((multisig) => ({
  json: { type: "multisig_payload", multisig_address: multisig },
  client: new TransactionPayloadMultiSig(new MultiSig(AccountAddress.from(multisig))),
}));

interface Circumstances {
  readonly orderless?: boolean;
  /** Addresses of those who sign besides the sender; absent is not the same as none. */
  readonly secondary?: fc.Arbitrary<readonly string[]>;
}

function submission(
  payload: fc.Arbitrary<Payload>,
  { orderless = false, secondary }: Circumstances = {},
): fc.Arbitrary<Submission> {
  return fc
    .record({
      payload,
      sender: address,
      sequenceNumber: u64(),
      // The client raises a lower gas amount, and asks the network instead of taking a price of 0.
      maxGas: u64(2_000n),
      gasPrice: u64(1n),
      expiry: u64(),
      nonce: orderless ? u64() : fc.constant(undefined),
      signers: secondary ?? fc.constant(undefined),
    })
    .map(({ payload: { json, client }, sender, sequenceNumber, maxGas, gasPrice, expiry, nonce, signers }) => ({
      request: {
        sender,
        sequence_number: `${sequenceNumber}`,
        max_gas_amount: `${maxGas}`,
        gas_unit_price: `${gasPrice}`,
        expiration_timestamp_secs: `${expiry}`,
        payload: json,
        ...(nonce === undefined ? {} : { replay_protection_nonce: `${nonce}` }),
        ...(signers === undefined ? {} : { secondary_signers: signers }),
      },
      buildMessage: async () => {
        const common = {
          aptosConfig,
          sender,
          payload: nonce === undefined ? client : convertPayloadToInnerPayload(client, nonce),
          options: {
            // The client fills the unused sequence number of an orderless transaction with a mark of its own.
            accountSequenceNumber: nonce === undefined ? sequenceNumber : 2n ** 64n - 1n,
            maxGasAmount: asDeclared(maxGas),
            gasUnitPrice: asDeclared(gasPrice),
            expireTimestamp: asDeclared(expiry),
          },
        };
        const transaction =
          signers === undefined
            ? await buildTransaction(common)
            : await buildTransaction({ ...common, secondarySignerAddresses: [...signers] });
        return `0x${Buffer.from(generateSigningMessageForTransaction(transaction)).toString("hex")}`;
      },
    }));
}

/** Every kind of request that REST can ask for, as random cases. */
export function createSubmissions(callables: Callables): Readonly<Record<string, fc.Arbitrary<Submission>>> {
  const entry = call(callables);
  const run = script(callables);
  const multisig = multisigCall(callables);
  const any = fc.oneof(entry, run, multisig, multisigApproval);
  const several = fc.array(address, { minLength: 1, maxLength: 4 });
  return {
    "entry function": submission(entry),
    "orderless entry function": submission(entry, { orderless: true }),
    script: submission(run),
    "orderless script": submission(run, { orderless: true }),
    "multisig call": submission(multisig),
    "orderless multisig call": submission(multisig, { orderless: true }),
    "multisig without a call": submission(multisigApproval),
    "orderless multisig without a call": submission(multisigApproval, { orderless: true }),
    "multi-agent": submission(any, { secondary: several }),
    "orderless multi-agent": submission(any, { orderless: true, secondary: several }),
    "empty list of secondary signers": submission(any, { secondary: fc.constant([]) }),
  };
}
