import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The verdict of a real machine on a module. */
export interface NativeVerdict {
  /** Null for a module that it loads. */
  readonly status: string | null;
  /** Definition of the function that it blames. */
  readonly function?: number | null;
}

/** A real Move machine in a process of its own; see `machine.py`. */
export class NativeMachine implements AsyncDisposable {
  readonly #process;
  readonly #waiting: ((verdict: NativeVerdict) => void)[] = [];

  /** @param folder - with the machine's library */
  constructor(folder: string) {
    const script = fileURLToPath(new URL("machine.py", import.meta.url));
    const env = { ...process.env, MOVE_NATIVE_DIR: folder, RUST_BACKTRACE: "0" };
    this.#process = spawn("python3", [script], { env, stdio: ["pipe", "pipe", "inherit"] });
    createInterface(this.#process.stdout).on("line", (line) => this.#waiting.shift()!(JSON.parse(line)));
    this.#process.on("exit", (code) => {
      if (this.#waiting.length > 0) throw new Error(`the real machine ended with ${code}`);
    });
  }

  /** Puts modules into its state. */
  keep(modules: ReadonlyMap<string, Uint8Array>): void {
    const codes = [...modules].map(([name, code]) => [name, Buffer.from(code).toString("hex")]);
    this.#write({ keep: Object.fromEntries(codes) });
  }

  /** Has a module loaded: in place of the one of its name, for this once. */
  verdict(name: string, code: Uint8Array): Promise<NativeVerdict> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#write({ name, code: Buffer.from(code).toString("hex") });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin.end();
  }

  #write(request: unknown): void {
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
  }
}
