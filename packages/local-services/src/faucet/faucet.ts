import { Limiter } from "@ledger/kit";
import { type Address, type Awaitable, bytesToHex, hashSignedTransaction, type Submission } from "@ledger/types";
import type { HttpService, ServiceRequest, ServiceResponse } from "../http-service.ts";
import { FaucetError, faultOf, refusalOf } from "./faucet-error.ts";
import { type FundRequest, readFundBody, readMintQuery } from "./fund-request.ts";

/** The means of a faucet. */
export interface FaucetOptions {
  /** The pool in which its transactions wait to be executed. */
  readonly pool: { submit(transaction: Uint8Array): Promise<Submission> };
  /** Makes and signs a transaction that pays an amount of octas; no two are the same. @returns BCS of it */
  readonly sign: (receiver: Address, amount: bigint) => Awaitable<Uint8Array>;
  /** Returns true if an account exists at the ledger's head. */
  readonly exists: (account: Address) => Awaitable<boolean>;
  /** Receives what went wrong here, for the log. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Transactions on their way to the pool. */
const mostUnderWay = 32;

const json = { "Content-Type": "application/json" } as const;
const text = { "Content-Type": "text/plain; charset=utf-8" } as const;

/**
 * A faucet as clients of the family use it: `POST /fund` and `POST /mint`. It answers when its transaction waits to be executed;
 * the client waits for the execution.
 *
 * @example
 * ```ts
 * const faucet = createFaucet({ pool, sign, exists });
 * const { body } = await faucet.handle({ method: "POST", path: "/mint", query: new URLSearchParams("address=0xa11ce"), body: new Uint8Array() });
 * ```
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.3 | Specification, execution 7.3}
 */
export function createFaucet(options: FaucetOptions): HttpService {
  const limiter = new Limiter(mostUnderWay);

  async function fund(request: FundRequest): Promise<{ readonly transaction: Uint8Array; readonly hash: string }> {
    await checkAmount(request);
    // It is signed when its turn has come: one that waits expires.
    return limiter.run(async () => {
      const transaction = await options.sign(request.receiver, request.amount);
      const submission = await options.pool.submit(transaction);
      if (submission.kind === "refused") throw refused(submission);
      return { transaction, hash: bytesToHex(hashSignedTransaction(transaction)) };
    });
  }

  async function checkAmount({ receiver, amount }: FundRequest): Promise<void> {
    if (amount === 0n && (await options.exists(receiver))) {
      throw new FaucetError("InvalidRequest", "nothing to do: the account exists, and `amount` is 0");
    }
  }

  /** Answers with what `make` makes; whatever goes wrong becomes a refusal. */
  async function answer(format: "json" | "text", make: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
    try {
      return await make();
    } catch (error) {
      if (error instanceof FaucetError) return refusalOf(error, format);
      // The node says by itself why it takes nothing; each client would make it say so again.
      const isBusy = error instanceof Error && "status" in error && error.status === 503;
      if (!isBusy) options.onFault?.(error);
      const refusal = isBusy
        ? new FaucetError("ServerOverloaded", "the node cannot take the transaction now; try again later")
        : new FaucetError("Internal", "the faucet failed; the node's log says why");
      return refusalOf(refusal, format);
    }
  }

  async function mint({ query }: ServiceRequest): Promise<ServiceResponse> {
    const { transaction, hash } = await fund(readMintQuery(query));
    if (query.get("return_txns") !== "true") return { status: 200, headers: json, body: JSON.stringify([hash]) };
    // BCS of a vector of one transaction.
    return { status: 200, headers: text, body: `01${bytesToHex(transaction)}` };
  }

  const tap = async (): Promise<ServiceResponse> => ({ status: 200, headers: text, body: "tap:ok" });
  const handlers: Readonly<Record<string, (request: ServiceRequest) => Promise<ServiceResponse>>> = {
    "/": tap,
    "/health": tap,
    "/mint": (request) => answer("text", () => mint(request)),
    "/fund": ({ query, body }) =>
      answer("json", async () => {
        expectCoin(query.get("asset"));
        const { hash } = await fund(readFundBody(body));
        return { status: 200, headers: json, body: JSON.stringify({ txn_hashes: [hash] }) };
      }),
    "/is_eligible": ({ body }) =>
      answer("json", async () => {
        await checkAmount(readFundBody(body));
        return { status: 200, headers: text, body: "" };
      }),
    "/request_captcha": () =>
      answer("json", async () => {
        throw new FaucetError("EndpointNotEnabled", "this faucet does not use captchas");
      }),
  };
  return {
    work: "faucet",
    // Clients are given the root of the faucet, or that of the API.
    routes: {
      "/": ["GET"],
      "/health": ["GET"],
      "/mint": ["POST"],
      "/fund": ["POST"],
      "/is_eligible": ["POST"],
      "/request_captcha": ["GET"],
      "/v1/mint": ["POST"],
      "/v1/fund": ["POST"],
    },
    writeFault: ({ status, message, path }) => faultOf(status, message, path.endsWith("/mint") ? "text" : "json"),
    changes: ["/mint", "/fund", "/v1/mint", "/v1/fund"],
    handle: (request) => handlers[request.path.replace(/^\/v1(?=\/)/, "")]!(request),
  };
}

/** Clients may name the asset; there is one. */
function expectCoin(asset: string | null): void {
  if (asset !== null && asset !== "apt") {
    throw new FaucetError("AssetDisabled", "this faucet gives only the chain's own coin");
  }
}

function refused({ code, message }: Extract<Submission, { kind: "refused" }>): FaucetError {
  if (code === "mempool_is_full") return new FaucetError("ServerOverloaded", message);
  return new FaucetError("TransactionFailed", `the faucet's transaction was refused: ${message}`);
}
