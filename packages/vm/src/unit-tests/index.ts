export type { ExpectedFailure } from "./expected-failure.ts";
export { testNatives } from "./natives/index.ts";
export { runTest, type TestBench, type TestFailure, type TestResult } from "./run-test.ts";
export { type FindTestsOptions, findTests } from "./source/find-tests.ts";
export { findTestCode } from "./source/test-code.ts";
export type { OpenCall } from "./stack-tracer.ts";
export type { DeclaredTest, UnitTest } from "./unit-test.ts";
