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

/** A program to begin with. */
export interface Recipe {
  /** Its name in links. */
  readonly name: string;
  readonly title: string;
  readonly code: string;
}

/** The programs of the list. */
export const recipes: readonly Recipe[] = [
  { name: "transfer", title: "Pay somebody", code: transfer },
  { name: "abort", title: "Fail, with the error's name", code: abort },
  { name: "publish", title: "Publish a package", code: publish },
  { name: "shop", title: "Publish the demo shop", code: shop },
  { name: "token", title: "Mint a token", code: token },
  { name: "time", title: "Let a year pass", code: time },
  { name: "snapshot", title: "Go back", code: snapshot },
  { name: "trace", title: "See what a call did", code: trace },
  { name: "gas", title: "Find what the gas is for", code: gas },
  { name: "coverage", title: "See which lines ran", code: coverage },
];
