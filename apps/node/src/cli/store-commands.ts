import { allTableGroups } from "@ledger/indexer/build";
import type { Command } from "commander";
import { copyOptions } from "../config/copy-options.ts";
import { indexOptions } from "../config/index-options.ts";
import { recordOptions, replayOptions } from "../config/replay-options.ts";
import { retentionOptions } from "../config/retention-options.ts";
import { schemaOptions } from "../config/schema-options.ts";
import { trustOptions } from "../config/source-options.ts";
import { storeOptions } from "../config/store-options.ts";
import { addTable } from "../config/table-option.ts";
import type { StopSignals } from "./stop-signals.ts";

/** Adds the commands that work on a stored ledger, without serving it. */
export function addStoreCommands(program: Command, stop: StopSignals): void {
  const verify = program
    .command("verify")
    .description("verify a stored ledger again, record by record, and report what that proves");
  addTable(verify, { ...trustOptions, ...storeOptions });
  verify.action(async (options) => (await import("./verify.ts")).verify(options));

  const replay = program
    .command("replay")
    .description("execute stored records again, and compare what they do with what they say; a node may be running");
  addTable(replay, replayOptions);
  replay.action(async (options) => {
    await (await import("./replay.ts")).replay(options, stop.signal);
    if (stop.signal.aborted) stop.release();
  });

  const record = program
    .command("record <file>")
    .description("write versions, with all that their execution reads, to a file that 'replay --file' executes");
  addTable(record, recordOptions);
  record.action(async (file: string, options) => (await import("./record.ts")).record(file, options, stop.signal));

  const prune = program
    .command("prune")
    .description("delete history outside the given windows now, while no node writes the ledger")
    .option("--dry-run", "only report what would be deleted; a node may be running");
  addTable(prune, { ...storeOptions, ...retentionOptions });
  prune.action(async (options) => (await import("./prune.ts")).prune(options));

  const backup = program
    .command("backup <file>")
    .description("write a copy of the database to a new file; a node may be running");
  addTable(backup, storeOptions);
  backup.action(async (file: string, options) => (await import("./backup.ts")).backup(file, options, stop.signal));

  const restore = program
    .command("restore <file>")
    .description("verify a copy that 'backup' wrote, and put it in a data folder that no node uses")
    .option("--replace", "replace the ledger in the folder, if it belongs to the same network");
  addTable(restore, { ...trustOptions, ...storeOptions });
  restore.action(async (file: string, options) => (await import("./restore.ts")).restore(file, options, stop.signal));

  const stats = program
    .command("stats")
    .description("print what a ledger holds and how much disk space it uses; a node may be running")
    .option("--json", "print JSON");
  addTable(stats, storeOptions);
  stats.action(async (options) => (await import("./stats.ts")).stats(options));

  addIndexCommands(program, stop);
  addProofsCommands(program, stop);

  const db = program.command("db").description("copy a ledger to another store, or print the SQL of a store");
  const copy = db
    .command("copy")
    .description("copy a ledger between a folder and a PostgreSQL server; an interrupted copy is resumed");
  addTable(copy, copyOptions);
  copy.action(async (options) => {
    await (await import("./db-copy.ts")).dbCopy(options, stop.signal);
    if (stop.signal.aborted) stop.release();
  });
  addTable(
    db.command("schema").description("print the SQL that makes an empty store on a PostgreSQL server"),
    schemaOptions,
  ).action(async (options) => (await import("./db-schema.ts")).dbSchema(options));
}

/** Adds the commands about the index of tables. */
function addIndexCommands(program: Command, stop: StopSignals): void {
  const index = program.command("index").description("build, look at or delete the index of a ledger's tables");
  const build = index
    .command("build")
    .description("bring the index up to the ledger, from where it stands; a node that keeps none may be running");
  addTable(build, {
    ...storeOptions,
    index: { ...indexOptions.index, default: allTableGroups, defaultText: "all" },
  });
  build.action(async (options) => {
    await (await import("./index-commands.ts")).indexBuild(options, stop.signal);
    if (stop.signal.aborted) stop.release();
  });
  const status = index.command("status").description("print how far the index is, and its size; a node may be running");
  addTable(status, storeOptions);
  status.action(async (options) => (await import("./index-commands.ts")).indexStatus(options));
  const drop = index.command("drop").description("delete the index, while no node keeps it; the ledger stays as it is");
  addTable(drop, storeOptions);
  drop.action(async (options) => (await import("./index-commands.ts")).indexDrop(options));
}

/** Adds the commands about the state tree. */
function addProofsCommands(program: Command, stop: StopSignals): void {
  const proofs = program
    .command("proofs")
    .description("build, look at or delete the state tree that proofs are made from");
  const build = proofs
    .command("build")
    .description("bring the state tree up to the ledger, from where it stands; a node that keeps none may be running");
  addTable(build, storeOptions);
  build.action(async (options) => {
    await (await import("./proofs-commands.ts")).proofsBuild(options, stop.signal);
    if (stop.signal.aborted) stop.release();
  });
  const status = proofs
    .command("status")
    .description("print which versions of the state can be proved; a node may be running");
  addTable(status, storeOptions);
  status.action(async (options) => (await import("./proofs-commands.ts")).proofsStatus(options));
  const drop = proofs
    .command("drop")
    .description("delete the state tree, while no node keeps it; the ledger stays as it is");
  addTable(drop, storeOptions);
  drop.action(async (options) => (await import("./proofs-commands.ts")).proofsDrop(options));
}
