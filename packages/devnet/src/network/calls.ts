import { bytesToHex } from "@ledger/types";
import { type ExecutionResult, type Report, resultOf, type TraceFormat } from "./execution-result.ts";
import { type Deployment, type EntryCall, inUseOrder, requestOf, signatureOf, type ViewCall } from "./requests.ts";

/** What it takes to make calls on a network, in this process or elsewhere. */
export interface CallTransport {
  /** Root of the API. */
  readonly url: string;
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** What the next transaction of an account needs to know. */
  prepare(call: EntryCall): Promise<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }>;
  /** Submits a signed transaction, and returns its result. @param transaction - the API's JSON */
  submit(transaction: unknown): Promise<Report>;
  /** What became of a transaction. */
  report(hash: string): Promise<Report | undefined>;
}

/** As much as a package may cost, in gas units. */
const maxDeploymentGas = 2_000_000n;

/** The calls of a network, over its API. */
export class NetworkCalls {
  readonly #transport: CallTransport;

  constructor(transport: CallTransport) {
    this.#transport = transport;
  }

  async send(call: EntryCall): Promise<ExecutionResult> {
    const { sequenceNumber, nowUsecs } = await this.#transport.prepare(call);
    const request = requestOf(call, sequenceNumber, nowUsecs);
    const message = await this.#post<string>("/transactions/encode_submission", request);
    if ("refusal" in message) return this.#result(message);
    return this.#result(
      await this.#transport.submit({ ...request, signature: signatureOf(call.sender, message.value) }),
    );
  }

  async result(hash: string): Promise<ExecutionResult | undefined> {
    const report = await this.#transport.report(hash);
    return report && this.#result(report);
  }

  async simulate(call: EntryCall): Promise<ExecutionResult> {
    const { sequenceNumber, nowUsecs } = await this.#transport.prepare(call);
    const request = requestOf(call, sequenceNumber, nowUsecs);
    const step = { type: "transaction", ...request, signature: signatureOf(call.sender) };
    type Answer = { readonly ledger_version: string; readonly steps: readonly [Report & { readonly trace?: string }] };
    const answer = await this.#post<Answer>("/-/simulate", { steps: [step] });
    if ("refusal" in answer) return this.#result(answer);
    const { ledger_version: version, steps } = answer.value;
    return resultOf(steps[0], false, async (_, format) => {
      const path = `/-/simulate?ledger_version=${version}`;
      const again = await this.#post<Answer>(path, { steps: [step], trace: format });
      if ("refusal" in again) throw new Error(again.refusal.message);
      return again.value.steps[0].trace ?? "";
    });
  }

  async view(call: ViewCall): Promise<readonly unknown[]> {
    const answer = await this.#post<readonly unknown[]>("/view", {
      function: call.function,
      type_arguments: call.typeArguments ?? [],
      arguments: call.arguments ?? [],
    });
    if ("refusal" in answer) throw new Error(answer.refusal.message);
    return answer.value;
  }

  deploy({ sender, metadata, modules }: Deployment): Promise<ExecutionResult> {
    const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
    const call = { sender, function: "0x1::code::publish_package_txn", maxGasAmount: maxDeploymentGas };
    return this.send({ ...call, arguments: [hex(metadata), inUseOrder(modules).map(hex)] });
  }

  async trace(transaction: string | bigint, format: TraceFormat = "text"): Promise<string> {
    const version = typeof transaction === "bigint" ? `${transaction}` : await this.#versionOf(transaction);
    const answer = await this.#json<{ readonly trace: string }>(`/-/trace/${version}?format=${format}`);
    if ("refusal" in answer) throw new Error(answer.refusal.message);
    return answer.value.trace;
  }

  async #versionOf(hash: string): Promise<string> {
    const found = await this.#json<{ readonly version?: string }>(`/transactions/by_hash/${hash}`);
    if ("refusal" in found) throw new Error(found.refusal.message);
    if (found.value.version === undefined) throw new Error("the transaction is not in a block yet");
    return found.value.version;
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

/** A refusal of the API. */
type Refusal = NonNullable<Report["refusal"]>;
