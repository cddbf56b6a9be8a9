export { cases } from "./effort.ts";
export { type RandomRun, randomTest } from "./random-test.ts";
