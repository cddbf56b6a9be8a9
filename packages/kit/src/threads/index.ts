export { connectParent } from "./parent.ts";
export { connectProcess, type ProcessChannel } from "./process-peer.ts";
export { SupervisedThread, type Supervision } from "./supervised-thread.ts";
export { Thread, type ThreadOptions } from "./thread.ts";
