export { CodeReporter, CodeReporter as default, type CodeReporterOptions } from "./code-reporter.ts";
export { type MoveTestsOptions, moveTests } from "./move-tests.ts";
