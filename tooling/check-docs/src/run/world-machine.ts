// What runs on the machine of the world: node world-machine.ts JOB. It makes the home of all pages, and serves until it is killed.
import { homeOf, makeHome, reachRegistry } from "./home.ts";
import { type Job, tell } from "./protocol.ts";
import { startWorld } from "./world.ts";

// When the one outside ends, so does this, and with the first process of its machine all that are there.
process.once("disconnect", () => process.exit(1));

const job = JSON.parse(process.argv[2] ?? "") as Job;
await reachRegistry(job);
await makeHome(job);
await startWorld(job, homeOf(job).node);
tell({ kind: "ready" });
