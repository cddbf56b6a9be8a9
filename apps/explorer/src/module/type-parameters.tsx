import type { TypeParameter } from "../api/answers.ts";

/** `<T0, T1: copy + drop>`, or nothing. */
export function TypeParameters({ parameters }: { parameters: readonly TypeParameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <span class="type-parameter">
      {"<"}
      {parameters
        .map(({ constraints }, i) => (constraints.length === 0 ? `T${i}` : `T${i}: ${constraints.join(" + ")}`))
        .join(", ")}
      {">"}
    </span>
  );
}
