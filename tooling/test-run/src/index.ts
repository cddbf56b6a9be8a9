export { cases } from "./effort.ts";
export { type RandomRun, type RandomTestOptions, randomTest } from "./random-test.ts";
