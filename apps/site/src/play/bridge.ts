// Runs in the explorer's page before the explorer, and leads its requests to the chain of the playground around it.
import { chainOrigin } from "./origin.ts";
import { portFetch } from "./port-fetch.ts";

if (parent === window) location.replace(`../playground/index.html${location.hash.replace("#", "#explorer=")}`);

const asked = new Promise<MessagePort>((resolve) => {
  addEventListener("message", ({ source, ports: [port] }) => {
    if (source === parent && port !== undefined) resolve(port);
  });
}).then(portFetch);

/** The explorer takes its own folder for the API. */
const base = new URL(".", location.href).href;

window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const ask = await asked;
  if (!request.url.startsWith(base)) return ask(request);
  return ask(new Request(`${chainOrigin}/v1/${request.url.slice(base.length)}`, request));
};
parent.postMessage("explorer", location.origin);
