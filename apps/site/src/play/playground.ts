import { find } from "../browser/find.ts";
import { drawFlame } from "./flame.ts";
import { followScroll, paintCode } from "./paint.ts";
import { recipes } from "./recipes.ts";
import type { RunnerMessage } from "./runner.ts";
import { packCode, unpackCode } from "./share.ts";

const editor = find<HTMLTextAreaElement>("#code");
const painted = find<HTMLElement>("#painted");
const choices = find<HTMLElement>("#recipes").querySelectorAll("a");
const runButton = find<HTMLButtonElement>("#run");
const stopButton = find<HTMLButtonElement>("#stop");
const status = find<HTMLElement>("#status");
const output = find<HTMLElement>("#output");
const explorer = find<HTMLIFrameElement>("#explorer");

const chain = new Worker(new URL("./chain-worker.ts", import.meta.url), { type: "module" });

/** A port to the chain, for a frame. */
function openPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  chain.postMessage("port", [port2]);
  return port1;
}

/** Pixels of a picture of calls: its words need room, and a narrow screen is scrolled. */
const leastFlame = 480;
const flameMargin = 8;

let runner: HTMLIFrameElement | undefined;

/** Ends what runs. A frame that is gone runs nothing. */
function stop(): void {
  runner?.remove();
  runner = undefined;
  runButton.disabled = false;
  stopButton.disabled = true;
}

function tell(message: RunnerMessage): void {
  if (message.kind === "print")
    output.append(Object.assign(document.createElement("pre"), { textContent: message.text }));
  else if (message.kind === "flame")
    output.append(drawFlame(message.folded, Math.max(leastFlame, output.clientWidth - 2 * flameMargin)));
  else {
    stop();
    status.textContent = message.kind === "done" ? "done" : message.text;
    status.dataset.kind = message.kind;
  }
}

function run(): void {
  stop();
  output.replaceChildren();
  status.textContent = "running";
  status.dataset.kind = "running";
  runButton.disabled = true;
  stopButton.disabled = false;
  const frame = Object.assign(document.createElement("iframe"), { title: "What runs your code", hidden: true });
  // Without an origin of its own, and with a policy that lets it reach no host.
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = explorer.dataset.runner ?? "";
  frame.addEventListener("load", () => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }: MessageEvent<RunnerMessage>) => tell(data));
    port1.start();
    frame.contentWindow?.postMessage(editor.value, "*", [openPort(), port2]);
  });
  runner = frame;
  document.body.append(frame);
}

function setCode(code: string): void {
  editor.value = code;
  paintCode(editor, painted);
}

/** Shows a program of the list; the first for a name that is none of them. */
function openRecipe(name: string): void {
  const chosen = recipes.has(name) ? name : "transfer";
  setCode(recipes.get(chosen) ?? "");
  markRecipe(chosen);
}

function markRecipe(name: string | undefined): void {
  for (const choice of choices) {
    if (choice.hash === `#recipe=${name}`) choice.setAttribute("aria-current", "true");
    else choice.removeAttribute("aria-current");
  }
}

/** Reads the address: a recipe, code that somebody shared, or a place in the explorer. Code of others waits to be read and run. */
async function followAddress(): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  const shared = asked.get("code");
  const code = shared === null ? undefined : await unpackCode(shared);
  const recipe = asked.get("recipe");
  if (code !== undefined) {
    setCode(code);
    markRecipe(undefined);
  } else if (recipe !== null || editor.value === "") {
    openRecipe(recipe ?? "");
  }
  if (shared !== null && code === undefined) status.textContent = "this link holds no code that can be read";
  const place = asked.get("explorer");
  if (place === null) return;
  explorer.src = `${explorer.dataset.src}#${place}`;
  // On a phone it is below the code.
  explorer.scrollIntoView({ block: "nearest" });
}

// Chosen once more, a program is as it was.
for (const choice of choices) choice.addEventListener("click", () => openRecipe(choice.hash.replace("#recipe=", "")));
followScroll(editor, painted);
editor.addEventListener("input", () => paintCode(editor, painted));
runButton.addEventListener("click", run);
stopButton.addEventListener("click", () => {
  stop();
  status.textContent = "stopped";
});
find("#share").addEventListener("click", async () => {
  history.replaceState(undefined, "", `#code=${await packCode(editor.value)}`);
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  status.textContent = "the address of this page is the link";
});
editor.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !runButton.disabled) run();
});
// It is scrolled, by the keyboard too.
output.tabIndex = 0;
addEventListener("hashchange", () => void followAddress());

chain.addEventListener("message", ({ data }: MessageEvent<string>) => {
  status.textContent = data === "ready" ? "the chain is ready" : data;
  status.dataset.kind = data;
  runButton.disabled = data !== "ready";
  document.documentElement.dataset.chain = data;
  if (data === "ready" && explorer.src === "") explorer.src = explorer.dataset.src ?? "";
});
addEventListener("message", ({ source, data }) => {
  if (source === explorer.contentWindow && data === "explorer") {
    explorer.contentWindow?.postMessage("port", location.origin, [openPort()]);
  }
});
await followAddress();
