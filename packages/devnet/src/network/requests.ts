import { printedAddress } from "@ledger/local-chain";
import { type CompiledModule, decodeModule } from "@ledger/move";
import {
  AccountAuthenticator,
  type Address,
  bytesToHex,
  concatBytes,
  formatAddressLong,
  TransactionAuthenticator,
} from "@ledger/types";
import type { SourceFile } from "@ledger/vm";
import { toAmount } from "../inputs/numbers.ts";
import { type Sender, type Signer, signingPrefix, toArgument } from "../inputs/sender.ts";
import { expectMembers, namesOf, toText } from "../inputs/values.ts";
import { expectedInput } from "../refusal/network-error.ts";

/**
 * An account whose transactions are taken without its key. At run time the official client takes it wherever it wants an account that
 * signs; its types want more, so that it is cast there: `signer: sender as unknown as Account`.
 */
export interface ImpersonatedSender {
  readonly address: Address;
  readonly isImpersonated: true;
  /** The address in full, where the client looks for it. */
  readonly accountAddress: string;
  /** The client's way to sign: gives the account authenticator that carries nothing. */
  signTransactionWithAuthenticator(): EmptyAuthenticator;
}

/** The account authenticator that carries nothing, as the official client writes it. */
export interface EmptyAuthenticator {
  bcsToBytes(): Uint8Array;
  serialize(serializer: { serializeFixedBytes(bytes: Uint8Array): void }): void;
}

/** Makes the sender of an account that is impersonated. */
export function impersonatedSender(address: Address): ImpersonatedSender {
  const empty = AccountAuthenticator.encode({ kind: "NoAccountAuthenticator" });
  return {
    address: printedAddress(address),
    isImpersonated: true,
    accountAddress: formatAddressLong(address),
    signTransactionWithAuthenticator: () => ({
      bcsToBytes: () => empty.slice(),
      serialize: (serializer) => serializer.serializeFixedBytes(empty),
    }),
  };
}

/** A call of an entry function, in the API's JSON forms. */
export interface EntryCall {
  /** The signer: an account of the network or of any client; or the address of one whose key the network has, or that is impersonated. */
  readonly sender: Sender;
  /** E.g. `0x1::aptos_account::transfer`. */
  readonly function: string;
  readonly typeArguments?: readonly string[] | undefined;
  /**
   * Each in the JSON form of its parameter's type: numbers up to 32 bits, larger ones and addresses as text, bytes as hex. A bigint, bytes, and
   * addresses or accounts of a client are written as that.
   */
  readonly arguments?: readonly unknown[] | undefined;
  /** Gas units; 200,000 when absent. */
  readonly maxGasAmount?: bigint | number | undefined;
  /** Octas a gas unit; 100 when absent. */
  readonly gasUnitPrice?: bigint | number | undefined;
}

/** A call of a view function, in the API's JSON forms. */
export interface ViewCall {
  /** E.g. `0x1::coin::balance`. */
  readonly function: string;
  readonly typeArguments?: readonly string[] | undefined;
  readonly arguments?: readonly unknown[] | undefined;
}

/** A package to publish: what the compiler makes of it, see `readPackage` of `@ledger/devnet/node`. */
export interface Deployment {
  readonly sender: EntryCall["sender"];
  /** BCS of the package's metadata, `package-metadata.bcs` of a build folder. */
  readonly metadata: Uint8Array;
  /** Bytecode of its modules, in any order. */
  readonly modules: readonly Uint8Array[];
  /** The origin of instructions by line, for coverage: source maps in the order of the modules, and the sources. */
  readonly maps?: PackageMaps | undefined;
}

/** The sources of a package's instructions. */
export interface PackageMaps {
  /** Files of the compiler's `source_maps`, by the name of the module. */
  readonly sourceMaps: ReadonlyMap<string, Uint8Array>;
  /** Source files, with their text exactly as the compiler read it. */
  readonly sources: readonly SourceFile[];
}

/** Modules, each after those of them that it uses. @throws LocalNetworkError `invalid_input` for bytes that are no module */
export function inUseOrder(modules: readonly Uint8Array[]): readonly Uint8Array[] {
  const decoded = modules.map((bytecode) => ({ bytecode, ...moduleNames(decodeBytecode(bytecode)) }));
  const byName = new Map(decoded.map((module) => [module.name, module]));
  const ordered = new Set<Uint8Array>();
  const add = ({ bytecode, uses }: (typeof decoded)[number], under: readonly string[]): void => {
    for (const name of uses) {
      const used = byName.get(name);
      if (used !== undefined && !under.includes(name)) add(used, [...under, name]);
    }
    ordered.add(bytecode);
  };
  for (const module of decoded) add(module, [module.name]);
  return [...ordered];
}

function decodeBytecode(bytecode: Uint8Array): CompiledModule {
  try {
    return decodeModule(bytecode);
  } catch (cause) {
    throw expectedInput("the bytecode of a module", bytecode, cause);
  }
}

/** The name of a module, as its source map's file is called. @throws LocalNetworkError `invalid_input` for bytes that are no module */
export function nameOfModule(bytecode: Uint8Array): string {
  const { moduleHandles, self, identifiers } = decodeBytecode(bytecode);
  return identifiers[moduleHandles[self]!.name]!;
}

/** The name of a module, and of those that it names. */
function moduleNames({ moduleHandles, self, addresses, identifiers }: CompiledModule) {
  const names = moduleHandles.map(({ address, name }) => `${bytesToHex(addresses[address]!)}::${identifiers[name]!}`);
  return { name: names[self]!, uses: names.filter((_, index) => index !== self) };
}

/** Seconds that a call may wait to be executed. */
const lifetimeSecs = 60n;

const callNames = namesOf<EntryCall>({
  ...{ sender: true, function: true, typeArguments: true, arguments: true, maxGasAmount: true, gasUnitPrice: true },
});
const viewNames = namesOf<ViewCall>({ function: true, typeArguments: true, arguments: true });
const deploymentNames = namesOf<Deployment>({ sender: true, metadata: true, modules: true, maps: true });

/** Refuses a member that no call has: one that is misspelt must not pass in silence. @throws LocalNetworkError `invalid_input` */
export function expectCall(call: EntryCall): void {
  expectMembers(call, callNames);
}

/** As {@link expectCall}, for a view. */
export function expectView(call: ViewCall): void {
  expectMembers(call, viewNames);
}

/** As {@link expectCall}, for a deployment. */
export function expectDeployment(deployment: Deployment): void {
  expectMembers(deployment, deploymentNames);
}

/** The JSON of an unsigned transaction. @throws LocalNetworkError `invalid_input` */
export function requestOf(sender: Address, call: EntryCall, sequenceNumber: bigint, nowUsecs: bigint) {
  return {
    sender: formatAddressLong(sender),
    sequence_number: `${sequenceNumber}`,
    max_gas_amount: `${toAmount(call.maxGasAmount ?? 200_000n)}`,
    gas_unit_price: `${toAmount(call.gasUnitPrice ?? 100n)}`,
    expiration_timestamp_secs: `${nowUsecs / 1_000_000n + lifetimeSecs}`,
    payload: { type: "entry_function_payload", ...functionCallOf(call) },
  };
}

/** The JSON of a function with what it is called with. @throws LocalNetworkError `invalid_input` */
export function functionCallOf(call: ViewCall) {
  return {
    function: toText(call.function, "the name of a function, such as 0x1::aptos_account::transfer"),
    type_arguments: call.typeArguments ?? [],
    arguments: (call.arguments ?? []).map(toArgument),
  };
}

/** The JSON of a signature that does not verify, as simulations want it: only its size counts. */
export function emptySignature({ publicKey }: Signer) {
  if (publicKey === undefined) return { type: "no_account_signature" };
  return {
    type: "ed25519_signature",
    public_key: `0x${bytesToHex(publicKey)}`,
    signature: `0x${"00".repeat(64)}`,
  };
}

/**
 * Signs a transaction.
 *
 * @param message - 32 bytes of a prefix, and BCS of the raw transaction
 * @returns BCS of the signed transaction
 */
export async function signTransaction(signer: Signer, message: Uint8Array): Promise<Uint8Array> {
  const proof = await signer.sign(message);
  const authenticator: TransactionAuthenticator =
    proof.kind === "Ed25519" || proof.kind === "MultiEd25519"
      ? proof
      : { kind: "SingleSender", value: { sender: proof } };
  return concatBytes(message.subarray(signingPrefix), TransactionAuthenticator.encode(authenticator));
}
