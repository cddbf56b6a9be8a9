import { Command, type ErrorOptions } from "commander";
import { isPeerCommand, peerFlag } from "./peer-words.ts";

/** A command that answers a word of another local network with what does the same here, and other unknown words with similar ones. */
export class AdvisingCommand extends Command {
  override createCommand(name?: string): Command {
    return new AdvisingCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const [said = "", kind, word = ""] = /^error: unknown (option|command) '([^']*)'/.exec(message) ?? [];
    const advice = kind === "option" ? adviseOnFlag(this, word) : kind === "command" && adviseOnCommand(this, word);
    return super.error(advice ? `${said}; ${advice}` : message, options);
  }
}

function adviseOnFlag(command: Command, word: string): string | undefined {
  const [flag = ""] = word.split("=", 1);
  const advice = peerFlag(command.name(), flag);
  if (advice !== undefined) return advice;
  const other = command.parent?.commands.find(
    (one) => isNetwork(one) && one.options.some(({ long, short }) => long === flag || short === flag),
  );
  return isNetwork(command) && other !== undefined ? `it is an option of 'ledger-node ${other.name()}'` : undefined;
}

function adviseOnCommand(command: Command, word: string): string | undefined {
  return command.parent === null && isPeerCommand(word) ? "use 'ledger-node devnet'" : undefined;
}

function isNetwork(command: Command): boolean {
  return command.name() === "devnet" || command.name() === "start";
}
