import { describeStateKey } from "@ledger/types";
import type { TracedCall, TracedRead } from "./traced-call.ts";

function readText({ key, bytes }: TracedRead): string {
  return `read ${describeStateKey(key)}: ${bytes === undefined ? "absent" : `${bytes} bytes`}`;
}

/** A line for each call and read, indented by the calls around it. */
export function traceText(calls: readonly TracedCall[], reads: readonly TracedRead[], omitted: number): string {
  const lines = reads.map(readText);
  visit(calls, (call, depth) => {
    const ending = call.isOpen ? ", did not return" : "";
    lines.push(`${"  ".repeat(depth)}${call.function}: ${call.gas} gas, ${call.instructions} instructions${ending}`);
    for (const read of call.reads) lines.push(`${"  ".repeat(depth + 1)}${readText(read)}`);
  });
  if (omitted > 0) lines.push(`${omitted} more calls were not recorded`);
  return lines.join("\n");
}

/** Gas that a call used itself, by what it called itself. */
function ownGas({ gas, calls }: TracedCall): number {
  return gas - calls.reduce((sum, inner) => sum + inner.gas, 0);
}

/** The folded form of flame chart tools. */
export function foldedStacks(calls: readonly TracedCall[]): string {
  const totals = new Map<string, number>();
  const stacks: string[] = [];
  visit(calls, (call, depth) => {
    const stack = depth === 0 ? call.function : `${stacks[depth - 1]!};${call.function}`;
    stacks[depth] = stack;
    totals.set(stack, (totals.get(stack) ?? 0) + ownGas(call));
  });
  return [...totals].map(([stack, gas]) => `${stack} ${gas}`).join("\n");
}

/** A file of speedscope with one profile of events. @see https://github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources */
export function speedscope(calls: readonly TracedCall[], name: string): string {
  const frames = new Map<string, number>();
  const events: { readonly type: "O" | "C"; readonly frame: number; readonly at: number }[] = [];
  const open: { readonly frame: number; readonly end: number }[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) {
      const { frame, end } = open.pop()!;
      events.push({ type: "C", frame, at: end });
    }
  };
  visit(calls, ({ function: label, gas, gasBefore }, depth) => {
    closeTo(depth);
    const frame = frames.get(label) ?? frames.size;
    frames.set(label, frame);
    events.push({ type: "O", frame, at: gasBefore });
    open.push({ frame, end: gasBefore + gas });
  });
  closeTo(0);
  const last = calls.at(-1);
  return JSON.stringify({
    $schema: "https://www.speedscope.app/file-format-schema.json",
    exporter: "@ledger/vm",
    name,
    shared: { frames: [...frames.keys()].map((label) => ({ name: label })) },
    profiles: [
      {
        type: "evented",
        name,
        unit: "none",
        startValue: 0,
        endValue: last === undefined ? 0 : last.gasBefore + last.gas,
        events,
      },
    ],
  });
}

/** Visits calls in the order in which they began. No recursion: a trace may be as deep as calls are. */
function visit(calls: readonly TracedCall[], see: (call: TracedCall, depth: number) => void): void {
  const open = calls.map((call) => ({ call, depth: 0 })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { call, depth } = next;
    see(call, depth);
    for (let i = call.calls.length - 1; i >= 0; i--) open.push({ call: call.calls[i]!, depth: depth + 1 });
  }
}
