export { demoBlocks, demoSource, readDemoBlocks } from "./blocks.ts";
export { type DemoAccount, type DemoAsset, type DemoTable, demoAccounts, demoAssets, demoTables } from "./places.ts";
