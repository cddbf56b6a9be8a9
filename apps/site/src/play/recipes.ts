import abort from "./recipes/abort.js?raw";
import coverage from "./recipes/coverage.js?raw";
import gas from "./recipes/gas.js?raw";
import publish from "./recipes/publish.js?raw";
import shop from "./recipes/shop.js?raw";
import snapshot from "./recipes/snapshot.js?raw";
import time from "./recipes/time.js?raw";
import token from "./recipes/token.js?raw";
import trace from "./recipes/trace.js?raw";
import transfer from "./recipes/transfer.js?raw";

/** Programs to begin with, by their names in links; the page lists them. */
export const recipes: ReadonlyMap<string, string> = new Map(
  Object.entries({ transfer, abort, publish, shop, token, time, snapshot, trace, gas, coverage }),
);
