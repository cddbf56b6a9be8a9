import { once } from "node:events";
import { StoreError } from "@ledger/state-store";
import type { CheckPagesOptions } from "@ledger/state-store/sqlite";
import { mayBeLocal } from "../config/needs.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { StorePlaces } from "../config/store-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { sayWhileWaiting } from "../health/say-while-waiting.ts";
import { type Logger, say } from "../logger.ts";
import { expectWholeFiles } from "../store/expect-whole-files.ts";
import type { StoreLocation } from "../store/location.ts";
import { makeFolders, removeMadeFolders } from "../store/made-folders.ts";
import { findLeftRestore } from "../store/restore-file.ts";
import { expectFreeAddress } from "../wiring/free-address.ts";
import { expectFreeServices } from "../wiring/local-listen.ts";
import { keepLedger } from "./keep-ledger.ts";
import type { Watched } from "./serving.ts";

/**
 * Runs a node until it is stopped: starts ingest, waits until the ledger has something verified to serve, listens, and
 * at the end stops listening, lets open requests end and closes the ledger.
 *
 * @throws NodeStartError when the ledger is refused, the store cannot be opened or the address is taken
 * @throws NodeFailure when the node ran and cannot go on
 */
export async function runNode(
  options: StartOptions,
  places: StorePlaces,
  log: Logger,
  signal: AbortSignal,
  watched: Watched,
): Promise<void> {
  if (signal.aborted) return;
  const stopped = once(signal, "abort").then(() => undefined);
  // Before anything is written.
  await expectFreeAddress(options.listen);
  if (mayBeLocal(options)) await expectFreeServices(options);
  const { adminListen, role, dataDir } = options;
  await expectWhole(role === "api" ? places.read : places.kept, log, signal);
  if (signal.aborted) return;
  await using observer =
    adminListen &&
    (await (
      await import("../wiring/observe-node.ts")
    ).observeNode(adminListen, options, places.read, log, watched.live));
  if (role === "api") {
    const { runApi } = await import("./run-api.ts");
    // Without waiting the admin address would close at once.
    return await runApi(options, places.read, log, signal, stopped, { ...watched, observer });
  }
  const observed = { ...watched, observer };
  if (places.kept.kind !== "sqlite") return await keepLedger(options, places, log, stopped, observed);
  warnOfLeftRestore(places.kept.path, log);
  let made: string | undefined;
  try {
    made = makeFolders(dataDir);
  } catch (error) {
    throw new NodeStartError(
      "data_dir_unusable",
      `cannot use the data folder ${dataDir} (${(error as NodeJS.ErrnoException).code}); choose another with --data-dir`,
      { cause: error },
    );
  }
  try {
    await keepLedger(options, places, log, stopped, observed);
  } finally {
    removeMadeFolders(made, dataDir);
  }
}

/** @throws NodeStartError */
async function expectWhole(location: StoreLocation, log: Logger, signal: AbortSignal): Promise<void> {
  let share = "";
  const end = sayWhileWaiting((seconds) => {
    const text = `pages     comparing the ledger's files with the sums of their pages, for ${seconds} s${share}`;
    say(log, "info", { message: "comparing pages", fields: { seconds }, text });
  });
  const onProgress: CheckPagesOptions["onProgress"] = ({ done, total }) => {
    share = `: ${Math.floor((100 * done) / total)} % of this file`;
  };
  try {
    await expectWholeFiles(location, "all", { signal, onProgress });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof StoreError)) throw error;
    throw new NodeStartError(error.code, error.message, { cause: error });
  } finally {
    end();
  }
}

function warnOfLeftRestore(path: string, log: Logger): void {
  const file = findLeftRestore(path);
  if (file === undefined) return;
  say(log, "warn", {
    message: "restore left a file",
    fields: { file },
    text: `a restore that was killed has left ${file}; remove it, or restore again`,
  });
}
