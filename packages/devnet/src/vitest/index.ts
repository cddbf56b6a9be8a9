export { CodeReporter, CodeReporter as default, type CodeReporterOptions } from "./code-reporter.ts";
