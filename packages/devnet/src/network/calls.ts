import { LimiterByName } from "@ledger/kit";
import { type Address, bytesToHex, formatAddressLong, hexToBytes } from "@ledger/types";
import { noKey, type Sender, type Signer, toSigner } from "../inputs/sender.ts";
import { toBytes } from "../inputs/values.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import { type ExecutionResult, type Report, resultOf, type TraceFormat } from "./execution-result.ts";
import {
  type Deployment,
  type EntryCall,
  emptySignature,
  expectCall,
  expectDeployment,
  expectView,
  functionCallOf,
  inUseOrder,
  requestOf,
  signTransaction,
  type ViewCall,
} from "./requests.ts";

/** The means to make calls on a network, in this process or elsewhere. */
export interface CallTransport {
  /** Root of the API. */
  readonly url: string;
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** The private key of an account of the network. */
  keyOf(address: Address): Uint8Array | undefined;
  /** The sequence number and the time for the next transaction of an account. */
  prepare(sender: Address): Promise<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }>;
  /** Submits a signed transaction, and returns its result. @param transaction - BCS */
  submit(transaction: Uint8Array): Promise<Report>;
  /** The result of a transaction. */
  report(hash: string): Promise<Report | undefined>;
}

/** As much as a package may cost, in gas units. */
const maxDeploymentGas = 2_000_000n;

/** Status of the machine for a transaction whose proof is not that of its sender. */
const invalidSignature = 1;

/** The calls of a network, over its API. */
export class NetworkCalls {
  readonly #transport: CallTransport;
  readonly #turns = new LimiterByName();

  constructor(transport: CallTransport) {
    this.#transport = transport;
  }

  async send(call: EntryCall): Promise<ExecutionResult> {
    expectCall(call);
    const signer = this.#signerOf(call.sender);
    return this.#turns.run(bytesToHex(signer.address), () => this.#send(signer, call));
  }

  async #send(signer: Signer, call: EntryCall): Promise<ExecutionResult> {
    const { sequenceNumber, nowUsecs } = await this.#transport.prepare(signer.address);
    const request = requestOf(signer.address, call, sequenceNumber, nowUsecs);
    const message = await this.#post<string>("/transactions/encode_submission", request);
    if ("refusal" in message) return this.#result(message);
    const signed = await signTransaction(signer, hexToBytes(message.value.slice(2)));
    const result = this.#result(await this.#transport.submit(signed));
    if (result.vmErrorCode === invalidSignature && !signer.hasLeave) throw noKey(signer.address);
    return result;
  }

  async result(hash: string | undefined): Promise<ExecutionResult | undefined> {
    if (hash === undefined) return undefined;
    const report = await this.#transport.report(hash);
    return report && this.#result(report);
  }

  async simulate(call: EntryCall): Promise<ExecutionResult> {
    expectCall(call);
    const signer = this.#signerOf(call.sender);
    const { nowUsecs } = await this.#transport.prepare(signer.address);
    const request = requestOf(signer.address, call, await this.#sequenceNumberOf(signer.address), nowUsecs);
    const step = { type: "transaction", ...request, signature: emptySignature(signer) };
    type Answer = { readonly ledger_version: string; readonly steps: readonly [Report & { readonly trace?: string }] };
    const answer = await this.#post<Answer>("/-/simulate", { steps: [step] });
    if ("refusal" in answer) return this.#result(answer);
    const { ledger_version: version, steps } = answer.value;
    return resultOf(steps[0], false, async (_, format) => {
      const path = `/-/simulate?ledger_version=${version}`;
      const again = await this.#post<Answer>(path, { steps: [step], trace: format });
      if ("refusal" in again) throw refused(again);
      return again.value.steps[0].trace ?? "";
    });
  }

  async view(call: ViewCall): Promise<readonly unknown[]> {
    expectView(call);
    const answer = await this.#post<readonly unknown[]>("/view", functionCallOf(call));
    if ("refusal" in answer) throw refused(answer);
    return answer.value;
  }

  async deploy(deployment: Deployment): Promise<ExecutionResult> {
    expectDeployment(deployment);
    const { sender, metadata, modules } = deployment;
    const code = modules.map((bytecode) => toBytes(bytecode, "a module"));
    const call = { sender, function: "0x1::code::publish_package_txn", maxGasAmount: maxDeploymentGas };
    return this.send({ ...call, arguments: [toBytes(metadata, "the package's metadata"), inUseOrder(code)] });
  }

  async trace(transaction: string | bigint | undefined, format: TraceFormat = "text"): Promise<string> {
    if (transaction === undefined)
      throw new LocalNetworkError("not_found", "a call that was refused has no transaction");
    const version = typeof transaction === "bigint" ? `${transaction}` : await this.#versionOf(transaction);
    const answer = await this.#json<{ readonly trace: string }>(`/-/trace/${version}?format=${format}`);
    if ("refusal" in answer) throw refused(answer);
    return answer.value.trace;
  }

  /** The number of an account in the latest state, which simulations run on, whatever waits. */
  async #sequenceNumberOf(sender: Address): Promise<bigint> {
    const answer = await this.#json<{ readonly sequence_number: string }>(`/accounts/${formatAddressLong(sender)}`);
    return "refusal" in answer ? 0n : BigInt(answer.value.sequence_number);
  }

  async #versionOf(hash: string): Promise<string> {
    const found = await this.#json<{ readonly version?: string }>(`/transactions/by_hash/${hash}`);
    if ("refusal" in found) throw new LocalNetworkError("not_found", found.refusal.message);
    if (found.value.version === undefined)
      throw new LocalNetworkError("not_found", "the transaction is not in a block yet");
    return found.value.version;
  }

  #signerOf(sender: Sender): Signer {
    return toSigner(sender, (address) => this.#transport.keyOf(address));
  }

  #result(report: Report): ExecutionResult {
    return resultOf(report, true, ({ version }, format) => this.trace(BigInt(version!), format));
  }

  #post<T>(path: string, body: unknown) {
    return this.#json<T>(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async #json<T>(path: string, init?: RequestInit): Promise<{ readonly value: T } | { readonly refusal: Refusal }> {
    const response = await this.#transport.fetch(this.#transport.url + path, init);
    const value: unknown = await response.json();
    return response.ok ? { value: value as T } : { refusal: value as Refusal };
  }
}

function refused({ refusal }: { readonly refusal: Refusal }): LocalNetworkError {
  return new LocalNetworkError("refused", refusal.message);
}

/** A refusal of the API. */
type Refusal = NonNullable<Report["refusal"]>;
