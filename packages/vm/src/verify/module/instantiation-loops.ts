import type { CompiledModule, Instruction, SignatureToken } from "@ledger/move";
import { effectOf, isGeneric } from "../../instructions/names.ts";
import { type CodeToVerify, visitToken } from "../code-to-verify.ts";
import { refused } from "../refused.ts";

/**
 * Generic functions that call one another, or make closures of one another, must not make a larger type on every round: that would never
 * end.
 *
 * Type parameters of functions are the nodes of a graph; an edge leads from a caller's parameter to the callee's that is given it, or a
 * type around it. No circle may hold an edge of the second kind.
 *
 * @throws {@link VmError} `LOOP_IN_INSTANTIATION_GRAPH`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#8.5 | Specification, verifier 8.5}
 */
export function checkInstantiationLoops(
  code: CodeToVerify,
  { functionInstantiations, signatures }: CompiledModule,
): void {
  const numbers = new Map<number, number>();
  const edges: number[][] = [];
  const growing: (readonly [from: number, to: number])[] = [];
  const node = (definition: number, parameter: number): number => {
    const key = definition * 256 + parameter;
    let number = numbers.get(key);
    if (number === undefined) {
      number = edges.length;
      numbers.set(key, number);
      edges.push([]);
    }
    return number;
  };
  for (const caller of code.functions()) {
    for (const index of instantiationsUsed(caller.naming)) {
      const { target, typeArgs } = functionInstantiations[index]!;
      const callee = code.definitionOf(target);
      if (callee === undefined) continue;
      signatures[typeArgs]!.forEach((type, parameter) => {
        for (const given of parametersIn(type)) {
          const from = node(caller.index, given);
          const to = node(callee, parameter);
          edges[from]!.push(to);
          if (type.kind !== "TypeParameter") growing.push([from, to]);
        }
      });
    }
  }
  const components = stronglyConnected(edges);
  if (growing.some(([from, to]) => components[from] === components[to])) {
    throw refused("LOOP_IN_INSTANTIATION_GRAPH", "generic functions call each other with ever larger types");
  }
}

function instantiationsUsed(naming: readonly Instruction[]): Set<number> {
  const used = new Set<number>();
  for (const [name, operand] of naming) {
    if (isGeneric(name) && effectOf(name).names === "function") used.add(Number(operand));
  }
  return used;
}

function parametersIn(type: SignatureToken): Set<number> {
  const found = new Set<number>();
  visitToken(type, (token) => {
    if (token.kind === "TypeParameter") found.add(token.index);
  });
  return found;
}

/** The number of each node's strongly connected component (Tarjan's algorithm, without recursion). */
function stronglyConnected(edges: readonly (readonly number[])[]): readonly number[] {
  const numbers: number[] = [];
  const low: number[] = [];
  const components: number[] = [];
  const open: number[] = [];
  let next = 0;
  let component = 0;
  const begin = (node: number) => {
    numbers[node] = next;
    low[node] = next++;
    open.push(node);
    return { node, edge: 0 };
  };
  edges.forEach((_, root) => {
    if (numbers[root] !== undefined) return;
    const path = [begin(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const to = edges[node]![top.edge++];
      if (to === undefined) {
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) low[above.node] = Math.min(low[above.node]!, low[node]!);
        if (low[node] !== numbers[node]) continue;
        for (let member = open.pop()!; ; member = open.pop()!) {
          components[member] = component;
          if (member === node) break;
        }
        component++;
      } else if (numbers[to] === undefined) path.push(begin(to));
      else if (components[to] === undefined) low[node] = Math.min(low[node]!, numbers[to]!);
    }
  });
  return components;
}
