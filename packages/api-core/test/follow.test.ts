import { ClientError, type FollowOptions, follow, type StreamFetch, StreamGoneError } from "@ledger/api-core/client";
import { expect, test } from "vitest";

const block = (version: number): string =>
  `event: block\nid: ${version}.4294967295-0123456789abcdef\ndata: {"last_version":"${version}"}\n\n`;
const at = (version: number): string =>
  `event: at\nid: ${version}.4294967295-0123456789abcdef\ndata: {"version":"${version}"}\n\n`;

/** What a node says to one request: a stream that is cut after its text, a refusal, or no answer. */
type Said = string | { readonly status: number; readonly body: string; readonly type?: string } | undefined;

/** A node that says what it is told to, one thing for each request. */
function nodeThatSays(...said: readonly Said[]) {
  const urls: string[] = [];
  const fetch: StreamFetch = async (url) => {
    const answer = said[urls.push(url) - 1];
    if (answer === undefined) throw new TypeError("fetch failed");
    const { status, body, type } =
      typeof answer === "string" ? { status: 200, body: answer, type: "text/event-stream" } : answer;
    const pieces = [body.slice(0, 7), body.slice(7)];
    const parts = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.error(new TypeError("terminated"));
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const headers = { "content-type": type ?? "application/json", "retry-after": "0" };
    return new Response(status === 200 ? parts : body, { status, headers });
  };
  return { fetch, urls };
}

async function take(count: number, options: FollowOptions & { readonly fetch: StreamFetch }): Promise<string[]> {
  const ids: string[] = [];
  if (count === 0) return ids;
  for await (const { id } of follow("http://node.example/v1/", options)) {
    ids.push(id.slice(0, id.indexOf(".")));
    if (ids.length === count) break;
  }
  return ids;
}

test("goes on after a cut with what follows, and takes nothing twice that is sent twice", async () => {
  const { fetch, urls } = nodeThatSays(
    block(1) + block(2) + block(3).slice(0, 40),
    undefined,
    block(2) + block(3) + at(9),
    block(10),
  );
  expect(await take(4, { fetch, from: 1n, type: "0x1::a::B", account: ["0x1", "0x2"] })).toEqual(["1", "2", "3", "10"]);
  const terms = "type=0x1%3A%3Aa%3A%3AB&account=0x1&account=0x2";
  expect(urls).toEqual([
    `http://node.example/v1/stream?from=1&${terms}`,
    `http://node.example/v1/stream?after=2.4294967295-0123456789abcdef&${terms}`,
    `http://node.example/v1/stream?after=2.4294967295-0123456789abcdef&${terms}`,
    `http://node.example/v1/stream?after=9.4294967295-0123456789abcdef&${terms}`,
  ]);
});

test("brings bookmarks to who asks for them", async () => {
  const { fetch } = nodeThatSays(at(4) + block(5));
  expect(await take(2, { fetch, bookmarks: true })).toEqual(["4", "5"]);
});

test("comes again after refusals that pass", async () => {
  const busy = { status: 503, body: '{"message":"busy","error_code":"web_framework_error"}' };
  const { fetch, urls } = nodeThatSays(busy, block(1));
  expect(await take(1, { fetch })).toEqual(["1"]);
  expect(urls).toHaveLength(2);
});

test.each([
  ["a refusal", { status: 400, body: '{"message":"no","error_code":"invalid_input"}' }, { code: "invalid_input" }],
  ["a page", { status: 200, body: "<html>", type: "text/html" }, { code: "unexpected_answer" }],
  ["an id that is no place", "event: block\nid: x\ndata: {}\n\n", { code: "unexpected_answer" }],
  ["data that is not JSON", "event: block\nid: 1.0-0123456789abcdef\ndata: {\n\n", { code: "unexpected_answer" }],
])("throws for %s", async (_, said, error) => {
  const { fetch } = nodeThatSays(said);
  const failed = take(1, { fetch });
  await expect(failed).rejects.toBeInstanceOf(ClientError);
  await expect(failed).rejects.toMatchObject(error);
});

test("throws where nothing can follow", async () => {
  const gone =
    'event: gone\ndata: {"reason":"pruned","message":"it is pruned","oldest_version":"18446744073709551615"}\n\n';
  const { fetch } = nodeThatSays(block(1) + gone);
  const failed = take(2, { fetch });
  await expect(failed).rejects.toBeInstanceOf(StreamGoneError);
  await expect(failed).rejects.toMatchObject({ reason: "pruned", oldestVersion: 18446744073709551615n });
});

test("ends with its signal, without an error, also while it waits to come again", async () => {
  const controller = new AbortController();
  const { fetch, urls } = nodeThatSays(block(1));
  const ids: string[] = [];
  for await (const { id } of follow("http://node.example/v1", { fetch, signal: controller.signal })) {
    ids.push(id);
    setTimeout(() => controller.abort(), 20);
  }
  expect(ids).toHaveLength(1);
  expect(urls.length).toBeLessThanOrEqual(2);
});

test.each([
  ["a text that is no URL", "127.0.0.1:8080/v1", {}, /Invalid URL|127\.0\.0\.1/],
  ["a host without a scheme", "localhost:8080/v1", {}, /not the URL of a node: localhost/],
  ["an id that is none", "http://127.0.0.1:1/v1", { after: "yesterday" }, /after is not the id/],
])("throws for %s, rather than try it for ever", async (_, root, options, message) => {
  const error = await follow(root, options)
    .next()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as TypeError).message).toMatch(message);
});
