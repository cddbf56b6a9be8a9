declare module "parse-prometheus-text-format" {
  interface Metric {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: string;
  }
  interface Family {
    readonly name: string;
    readonly metrics: readonly Metric[];
  }
  export default function parse(text: string): readonly Family[];
}
