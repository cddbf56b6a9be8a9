export { formatRows } from "./format-rows.ts";
export { compare, type Row, round } from "./row.ts";
export { median, quantile } from "./samples.ts";
