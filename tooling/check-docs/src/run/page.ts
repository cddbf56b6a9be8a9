import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Block, readBlocks } from "@ledger/doctest/blocks";
import type { Page } from "../files.ts";
import { missingLine, splitCommands, startsNode } from "./commands.ts";
import type { Home } from "./home.ts";
import { programOf, runProgram } from "./programs.ts";
import type { Outcome } from "./protocol.ts";
import { Shell, type ShellName } from "./shell.ts";
import { openPage } from "./web-page.ts";
import { isWorkflow, workflowCommands } from "./workflow.ts";

/** The parts that every page has. */
export interface Surroundings extends Pick<Home, "projects" | "env" | "settings"> {
  /** The checkout that `npm start` and `npm test` of a page are meant in. */
  readonly repository: string;
  /** Gives folders, and servers, what a page takes for granted. */
  readonly lend: (page: string, folders: readonly string[]) => Promise<void>;
  /** Called with each step that begins, in words. */
  readonly onBegin: (what: string) => void;
}

/** Folder of a page's project among the others. */
export const projectOf = (projects: string, path: string, shell: ShellName): string =>
  join(projects, `${path.replaceAll(/\W+/g, "-").toLowerCase()}-${shell}`);

/**
 * Runs the blocks of a page in their order, in a new project. What a command asks for may be what a program did: both run with
 * each shell.
 */
export async function runPage(page: Page, shell: ShellName, around: Surroundings): Promise<Outcome[]> {
  const blocks = readBlocks(page.text);
  const folder = projectOf(around.projects, page.path, shell);
  const home = join(folder, ".home");
  mkdirSync(home, { recursive: true });
  for (const name of around.settings) cpSync(name, join(home, basename(name)));
  writeFileSync(join(folder, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  const before = new Set(readdirSync(around.repository));
  await around.lend(page.text, [folder, around.repository]);
  const env = { ...around.env, HOME: home };
  const reader = new PageReader(page, { ...around, env, folder, shell });
  try {
    if (needsNetwork(blocks)) await reader.startNetwork();
    for (const block of blocks.filter(({ noRun }) => noRun === undefined)) await reader.take(block);
  } finally {
    await reader.close();
    for (const name of readdirSync(around.repository)) {
      if (!before.has(name)) rmSync(join(around.repository, name), { recursive: true, force: true });
    }
  }
  return reader.outcomes;
}

/** Returns true if a page asks the local network before it has started one. */
function needsNetwork(blocks: readonly Block[]): boolean {
  for (const { language, text } of blocks) {
    if (language === "sh" && (startsNode(text) || /^npm start/m.test(text))) return false;
    if (/Network\.LOCAL|127\.0\.0\.1:80(?:80|81|90)\//.test(text)) return true;
  }
  return false;
}

interface Place extends Surroundings {
  readonly folder: string;
  readonly shell: ShellName;
}

class PageReader {
  readonly outcomes: Outcome[] = [];
  readonly #page: Page;
  readonly #place: Place;
  readonly #shell: Shell;
  /** Output of the last commands, and their places on the page. */
  #printed: readonly (() => string)[] = [];
  #section = 0;

  constructor(page: Page, place: Place) {
    this.#page = page;
    this.#place = place;
    this.#shell = new Shell(place);
  }

  /** Starts a local network, which stays until the page starts another one. */
  async startNetwork(): Promise<void> {
    await this.#shell.run("ledger-node start --data-dir ./.network");
  }

  /** Does with a block what a reader does. */
  async take(block: Block): Promise<void> {
    const { language, file, line, section, text } = block;
    // What is shown under another heading is no output.
    if (section !== this.#section) this.#printed = [];
    this.#section = section;
    if (language === "sh") await this.#runCommands(block);
    else if (file !== undefined) {
      const path = this.#write(block);
      if (language === "html") await this.#note(line, "page", () => openPage(path));
      if (isWorkflow(file)) await this.#runWorkflow(block);
    } else if (language === "ts")
      await this.#note(line, `program, with ${this.#place.shell}`, async () => {
        const printed = await runProgram(block, this.#place.folder, this.#place.env);
        this.#printed = [() => printed];
      });
    else if (language === "text" && this.#printed.length > 0)
      await this.#note(line, `output in ${this.#place.shell}`, () => this.#compare(text));
    if (language !== "sh" && language !== "ts") this.#printed = [];
  }

  async #runCommands({ line, text }: Block): Promise<void> {
    this.#printed = [];
    for (const command of splitCommands(text)) {
      await this.#note(line + command.line, `${this.#place.shell}: ${command.text.split("\n")[0]}`, async () => {
        this.#printed = [...this.#printed, await this.#shell.run(command.text)];
      });
    }
  }

  /** Runs the steps of a workflow in the reader's terminal, as the machine of the workflow would. */
  async #runWorkflow({ line, text }: Block): Promise<void> {
    let commands: readonly string[] = [];
    await this.#note(line, "workflow", () => {
      commands = workflowCommands(text);
    });
    for (const command of commands)
      await this.#note(line, `step: ${command.split("\n")[0]}`, async () => {
        // What a step leaves in the background stays in a terminal of its own.
        await this.#shell.run(command.replace(/\s*&$/, ""));
      });
  }

  #write(block: Block): string {
    const path = join(this.#place.folder, programOf(block));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${block.text}\n`);
    return path;
  }

  /** Waits a while for output that is missing: a server may print it later. */
  async #compare(shown: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const line = missingLine(shown, this.#printed.map((output) => output()).join("\n"));
      if (line === undefined) return;
      if (Date.now() > deadline) {
        throw new Error(
          `it does not print "${line.trim()}", but:\n${this.#printed.map((output) => output()).join("\n")}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async close(): Promise<void> {
    await this.#note(1, `what serves ends, in ${this.#place.shell}`, () => this.#shell[Symbol.asyncDispose]());
  }

  async #note(line: number, kind: string, work: () => void | Promise<void>): Promise<void> {
    this.#place.onBegin(`${this.#page.path}:${line} ${kind}`);
    try {
      await work();
      this.#add({ line, kind });
    } catch (error) {
      this.#add({ line, kind, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  #add(outcome: Omit<Outcome, "page">): void {
    this.outcomes.push({ page: this.#page.path, ...outcome });
  }
}
