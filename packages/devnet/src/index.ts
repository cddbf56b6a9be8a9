export { buildDevnetGenesis } from "./genesis/build.ts";
