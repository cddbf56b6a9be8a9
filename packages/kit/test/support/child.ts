import { workerData } from "node:worker_threads";
import { connectParent } from "../../src/threads/index.ts";

/** Functions of the thread of the tests. */
export interface ChildFunctions {
  greet(name: string): string;
  crash(input: undefined): undefined;
  spin(input: undefined): undefined;
  end(input: undefined): undefined;
}

/** Functions that it calls. */
export interface ParentFunctions {
  tell(text: string): undefined;
  double(value: number): number;
}

const parent = connectParent<ParentFunctions, ChildFunctions>();
parent.emit("tell", "started");
parent.serve({
  greet: async (name) =>
    `${(workerData as { readonly greeting: string }).greeting} ${name}, ${await parent.call("double", 21)}`,
  crash() {
    setTimeout(() => {
      throw new Error("broken beyond repair");
    }, 0);
    return new Promise(() => undefined);
  },
  spin() {
    for (;;);
  },
  end() {
    parent.emit("tell", "the last word");
    parent.close("it was asked to end");
    return undefined;
  },
});
