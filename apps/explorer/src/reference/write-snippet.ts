import { goNative } from "@scalar/snippetz/plugins/go/native";
import { jsFetch } from "@scalar/snippetz/plugins/js/fetch";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { rustReqwest } from "@scalar/snippetz/plugins/rust/reqwest";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import type { ApiCall } from "../api/call.ts";
import type { SnippetLanguage } from "./snippet-languages.ts";

type Har = NonNullable<Parameters<typeof shellCurl.generate>[0]>;

/** How a language writes a request, and what it does with the answer. */
const writers: Readonly<Record<SnippetLanguage, (request: Partial<Har>, isBcs: boolean) => string>> = {
  curl: (request, isBcs) => `${shellCurl.generate(request)}${isBcs ? " \\\n  --output answer.bcs" : ""}`,
  TypeScript: (request, isBcs) =>
    `const response = await ${jsFetch.generate(request)};\nconsole.log(${
      isBcs ? "new Uint8Array(await response.arrayBuffer())" : "await response.json()"
    });`,
  Python: (request, isBcs) =>
    `import requests\n\nresponse = ${pythonRequests.generate(request)}\nprint(response.${isBcs ? "content" : "json()"})`,
  Go: (request) => goNative.generate(request),
  Rust: (request) => rustReqwest.generate(request),
};

/**
 * A request of the API as code. Numbers in the body are those of JavaScript; the API takes wider ones as text.
 *
 * @param base - URL of the API, without a trailing slash
 */
export function writeSnippet(language: SnippetLanguage, base: string, { method, path, accept, body }: ApiCall): string {
  const isBcs = accept === "application/x-bcs";
  const headers = [
    ...(isBcs ? [{ name: "Accept", value: accept }] : []),
    ...(body === undefined ? [] : [{ name: "Content-Type", value: "application/json" }]),
  ];
  const request = {
    method,
    url: base + path,
    headers,
    ...(body === undefined ? {} : { postData: { mimeType: "application/json", text: body } }),
  };
  return writers[language](request, isBcs);
}
