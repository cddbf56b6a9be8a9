export { DEMO_BLOCKS, demoSource, readDemoBlocks } from "./blocks.ts";
export { DEMO_ACCOUNTS, DEMO_ASSETS, DEMO_TABLES, type DemoAccount, type DemoAsset, type DemoTable } from "./places.ts";
