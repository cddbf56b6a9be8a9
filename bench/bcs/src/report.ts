import { compare, median, type Row } from "@ledger/bench-report";
import type { Work } from "./library.ts";
import type { Rates } from "./measure.ts";

/** The measurements of one process. */
export interface Sample {
  readonly name: string;
  readonly work: Work;
  readonly note: string;
  readonly rates: Rates;
}

const digits = (rate: number): string => (rate < 100 ? rate.toFixed(1) : rate.toFixed(0));

/** Medians per work, with how many times faster the subject is. */
export function report(samples: readonly Sample[], subject: string): { text: string; rows: Row[] } {
  const rows: Row[] = [];
  let text = `node ${process.version}, ${process.arch}; operations per second, median [least - most]; ratio: ${subject} / peer\n`;
  for (const work of new Set(samples.map((sample) => sample.work))) {
    text += `\n${work}\n`;
    const ofWork = samples.filter((sample) => sample.work === work);
    const ratesOf = (name: string, direction: keyof Rates): number[] =>
      ofWork.filter((sample) => sample.name === name).map((sample) => sample.rates[direction]);
    for (const name of new Set(ofWork.map((sample) => sample.name))) {
      let line = `  ${name.padEnd(20)}`;
      for (const direction of ["encode", "decode"] as const) {
        const rates = ratesOf(name, direction);
        const own = ratesOf(subject, direction);
        const rate = median(rates);
        const range = `[${digits(Math.min(...rates))} - ${digits(Math.max(...rates))}]`;
        line += ` ${direction} ${digits(rate).padStart(8)} ${range.padEnd(20)}`;
        if (own.length === 0 || name === subject) {
          line += "         ";
          continue;
        }
        const row = compare({ work: `${work} ${direction}`, subject, peer: name, unit: "operations/s" }, own, rates);
        line += ` x${row.ratio.toFixed(2).padEnd(7)}`;
        rows.push(row);
      }
      const note = ofWork.find((sample) => sample.name === name)!.note;
      text += `${line}${note === "" ? "" : ` (${note})`}`.trimEnd();
      text += "\n";
    }
  }
  return { text, rows };
}
