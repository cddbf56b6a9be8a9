import { afterAll, beforeAll, describe, expect, test, } from "vitest";
import { type LocalForkOptions, type LocalNetwork, startLocalNetwork } from "../../src/index.ts";
import { type Question, serve, type Upstream } from "../support/serve.ts";

let original: LocalNetwork;
let head: bigint;

beforeAll(async () => {
  original = await startLocalNetwork({ startTime: new Date("2026-03-01T00:00:00Z") });
  await original.fund("0xb0b", 5_000n);
  const { ledger_version: version } = (await (await original.fetch(original.url)).json()) as { ledger_version: string };
  head = BigInt(version);
});

afterAll(() => original[Symbol.asyncDispose]());

/** Forks an upstream that answers as told, and says how that ends. */
async function outcome(
  answer: Upstream["answer"],
  options: Partial<LocalForkOptions> = {},
  use: (net: LocalNetwork) => Promise<unknown> = async () => "forked",
): Promise<unknown> {
  using node = await serve(original, answer);
  try {
    await using net = await startLocalNetwork({ fork: { url: node.url, timeout: 20_000, ...options } });
    return await use(net);
  } catch (error) {
    return error;
  }
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ message: code, error_code: code, vm_error_code: null }, { status, headers });

/** An honest answer with other headers. */
async function withHeaders(question: Question, change: (headers: Headers) => void): Promise<Response> {
  const { status, body, headers } = await question.honest();
  const changed = new Headers(headers);
  change(changed);
  return new Response(body, { status, headers: changed });
}

const setLedger = (name: string, value: string) => (question: Question) =>
  withHeaders(question, (headers) => {
    for (const prefix of ["x-svc-", "x-aptos-"]) if (headers.has(prefix + name)) headers.set(prefix + name, value);
  });

const bcs = (body: Uint8Array<ArrayBuffer>, honest: Response) => {
  const headers = new Headers(honest.headers);
  headers.delete("content-length");
  return new Response(body, { status: 200, headers });
};

const isAbout = (question: Question, part: string): boolean => question.path.includes(part);
const pay = (net: LocalNetwork) =>
  net.send({ sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"] });

describe("an upstream that throttles", () => {
  test("is waited for as it asks", async () => {
    let refused = 0;
    const result = await outcome(
      async (question) => {
        if (refused >= 3 || Math.floor(question.path.length / 3) % 2 === 0) return question.honest();
        refused += 1;
        return refusal(429, "rate_limited", { "retry-after": "0" });
      },
      {},
      async (net) => (await pay(net)).success,
    );
    expect(result).toBe(true);
    expect(refused).toBe(3);
  });

  test.each(["3600", "99999999999", "Wed, 21 Oct 2099 07:28:00 GMT"])(
    "for longer than is waited (%s) ends with the reason",
    async (retryAfter) => {
      const result = await outcome(async () => refusal(429, "rate_limited", { "retry-after": retryAfter }));
      expect(result).toMatchObject({ name: "ForkError", code: "unreachable" });
      expect((result as Error).message).toMatch(/is limiting requests/);
    },
  );
});

describe("an upstream that hangs", () => {
  test("at the start ends with the reason", async () => {
    expect(await outcome(async () => undefined, { timeout: 1_000 })).toMatchObject({ code: "unreachable" });
  });

  test("later ends with the name of what it did not tell, and does no harm", async () => {
    let isHanging = false;
    const result = await outcome(
      async (question) => (isHanging ? undefined : question.honest()),
      { timeout: 5_000 },
      async (net) => {
        await pay(net);
        isHanging = true;
        const failed = await net
          .view({ function: "0x1::voting::is_resolved", typeArguments: [], arguments: [] })
          .catch((error: unknown) => error);
        const known = { function: "0x1::chain_id::get", typeArguments: [], arguments: [] };
        return { failed, known: await net.view(known) };
      },
    );
    expect(result).toMatchObject({ failed: { code: "unreachable", item: "the module 0x1::voting" }, known: [4] });
  });

  test("in a transaction leaves the ledger as it was", async () => {
    let isHanging = false;
    const result = await outcome(
      async (question) => (isHanging ? undefined : question.honest()),
      { timeout: 5_000 },
      async (net) => {
        isHanging = true;
        const first = await pay(net).catch((error: unknown) => error);
        isHanging = false;
        const second = await pay(net);
        return { first, second: second.success, isNext: second.version === head + 4n };
      },
    );
    // The fork's own first block has two transactions, the payment is the second of the next one.
    expect(result).toMatchObject({ first: { code: "unreachable" }, second: true, isNext: true });
  });
});

describe("an upstream that prunes", () => {
  test("is refused at the start, with its oldest version", async () => {
    const result = await outcome(setLedger("ledger-oldest-version", "2"), { version: 1n });
    expect(result).toMatchObject({ code: "version_pruned", oldestVersion: 2n });
    expect((result as Error).message).toContain("its oldest version is 2");
  });

  test("state only is refused at the start", async () => {
    const result = await outcome(async (question) =>
      isAbout(question, "state_values") ? refusal(410, "version_pruned") : question.honest(),
    );
    expect(result).toMatchObject({ code: "version_pruned" });
  });

  test("while it is forked says so", async () => {
    let isPruned = false;
    const result = await outcome(
      async (question) => (isPruned ? refusal(410, "version_pruned") : question.honest()),
      {},
      async (net) => {
        isPruned = true;
        return pay(net);
      },
    );
    expect(result).toMatchObject({ code: "version_pruned" });
  });

  test("a version that is not there yet is another matter", async () => {
    const result = await outcome((question) => question.honest(), { version: head + 1_000n });
    expect(result).toMatchObject({ code: "version_ahead" });
    expect((result as Error).message).toContain(`its latest version is ${head}`);
  });
});

describe("an upstream that lies", () => {
  test.each<[string, Upstream["answer"], string]>([
    ["about its chain", setLedger("chain-id", "9"), "untrustworthy"],
    ["about its oldest version", setLedger("ledger-oldest-version", "99999999"), "untrustworthy"],
    ["with headers that are none", setLedger("ledger-version", "many"), "untrustworthy"],
    ["with no headers", async () => Response.json({}), "refused"],
    [
      "with a page of HTML",
      async () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      "refused",
    ],
    ["by sending elsewhere", async () => Response.redirect("http://127.0.0.1:9/v1", 302), "refused"],
    ["by asking for credentials", async () => refusal(401, "unauthorized"), "refused"],
    [
      "about the record",
      async (question) => {
        const honest = await question.honest();
        if (!isAbout(question, "by_version") || isAbout(question, "/blocks")) return honest;
        const body = new Uint8Array(await honest.arrayBuffer());
        body[body.length - 9]! ^= 1;
        return bcs(body, honest);
      },
      "untrustworthy",
    ],
    [
      "about the block",
      async (question) => {
        const honest = await question.honest();
        if (!isAbout(question, "/blocks")) return honest;
        const body = new Uint8Array(await honest.arrayBuffer());
        body[0]! ^= 1;
        return bcs(body, honest);
      },
      "untrustworthy",
    ],
    [
      "that state is no state",
      async (question) => {
        const honest = await question.honest();
        return isAbout(question, "state_values") ? bcs(Uint8Array.of(1, 0xff, 0xff, 0xff), honest) : honest;
      },
      "refused",
    ],
    [
      "that there is no state",
      async (question) =>
        isAbout(question, "state_values") ? refusal(404, "state_value_not_found") : question.honest(),
      "untrustworthy",
    ],
  ])("%s is refused", async (_name, answer, code) => {
    expect(await outcome(answer, { version: head })).toMatchObject({ name: "ForkError", code });
  });

  test("without end is cut off", async () => {
    const result = await outcome(async (question) =>
      isAbout(question, "state_values")
        ? bcs(new Uint8Array(40 * 1024 * 1024), await question.honest())
        : question.honest(),
    );
    expect(result).toMatchObject({ name: "ForkError" });
    expect((result as Error).message).toMatch(/too large/);
  });

  test("about another network's chain later is not believed", async () => {
    let isOther = false;
    const result = await outcome(
      (question) => (isOther ? setLedger("chain-id", "9")(question) : question.honest()),
      {},
      async (net) => {
        isOther = true;
        return pay(net);
      },
    );
    expect(result).toMatchObject({ code: "refused" });
    expect((result as Error).message).toContain("it is of chain 9");
  });
});

describe("a fork that cannot be meant", () => {
  test.each<[Partial<LocalForkOptions>, string]>([
    [{ url: "http://user:secret@127.0.0.1/v1" }, "must not contain credentials"],
    [{ url: "ftp://127.0.0.1/v1" }, "must begin with http"],
    [{ url: "nowhere" }, "Invalid URL"],
    [{ headers: { "bad name": "x" } }, "bad name"],
    [{ timeout: 0 }, "timeout"],
    [{ concurrency: 0 }, "at least 1"],
  ])("%j is refused before anybody is asked", async (options, text) => {
    const result = await outcome((question) => question.honest(), options);
    expect(result).toMatchObject({ name: "ForkError", code: "invalid_request" });
    expect((result as Error).message).toContain(text);
    expect((result as Error).message).not.toContain("secret");
  });
});

test("every request carries the key and the headers, and no more than so many are under way", async () => {
  let underWay = 0;
  let most = 0;
  const seen = new Set<string>();
  const result = await outcome(
    async (question) => {
      seen.add(`${question.headers.authorization} ${question.headers["x-project"]}`);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      return question.honest();
    },
    { apiKey: "k1", headers: { "x-project": "p1" }, concurrency: 2 },
    async (net) => (await net.fetch(`${net.url}/accounts/0x1/resources?limit=9999`)).status,
  );
  expect(result).toBe(200);
  expect([...seen]).toEqual(["Bearer k1 p1"]);
  expect(most).toBeLessThanOrEqual(2);
});
