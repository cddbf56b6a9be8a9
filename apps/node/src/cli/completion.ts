import type { Command, Option } from "commander";

/** Shells that there is a script for. */
export type Shell = "bash" | "zsh" | "fish";

/** A word that can be completed, and what it means. */
interface Word {
  readonly text: string;
  readonly description: string;
}

/** A place in the command line: the commands so far, and what can follow. */
interface Place {
  /** Such as `config show`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly options: readonly Option[];
}

/** Finds the kind of candidates for an option's value. */
const kindOf = (option: Option): "choices" | "file" | "none" | "other" => {
  if (option.isBoolean()) return "none";
  if (option.argChoices !== undefined) return "choices";
  return /<[^>]*(file|dir|folder)[^>]*>/.test(option.flags) ? "file" : "other";
};

/** Every place of a program: itself and its commands. What runs without a command can be typed without it. */
function placesOf(program: Command, path: readonly string[] = []): readonly Place[] {
  const words = program.commands.map((command) => ({ text: command.name(), description: command.description() }));
  const shells = program.name() === "completion" ? (program.registeredArguments[0]?.argChoices ?? []) : [];
  const own: Place = {
    path: path.join(" "),
    words: [...words, ...shells.map((text) => ({ text, description: `script for ${text}` }))],
    options: path.length === 0 ? defaultOptions(program) : program.options,
  };
  return [own, ...program.commands.flatMap((command) => placesOf(command, [...path, command.name()]))];
}

function defaultOptions(program: Command): readonly Option[] {
  return [...program.options, ...(program.commands.find((command) => command.name() === "start")?.options ?? [])];
}

/** The script that completes the words of a program. @returns text to be read by the shell when it starts */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program);
  const name = program.name();
  return { bash, zsh, fish }[shell](name, places);
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Words of a place: its commands and the flags of its options. */
const wordsOf = ({ words, options }: Place): string =>
  [...words.map(({ text }) => text), ...options.map(({ long }) => long ?? ""), "--help"].join(" ");

/** Finds the place of the words that were typed: the longest row of commands. */
const pathOf = (places: readonly Place[]): string =>
  `    case "$place $word" in
${places
  .filter(({ path }) => path !== "")
  .map(({ path }) => `      ${quote(path.includes(" ") ? path : ` ${path}`)}) place=${quote(path)} ;;`)
  .join("\n")}
    esac`;

function bash(name: string, places: readonly Place[]): string {
  const values = new Map<string, string>();
  for (const option of places.flatMap(({ options }) => options)) {
    const kind = kindOf(option);
    if (kind === "choices")
      values.set(option.long ?? "", `COMPREPLY=($(compgen -W ${quote(option.argChoices!.join(" "))} -- "$current"))`);
    if (kind === "file") values.set(option.long ?? "", 'COMPREPLY=($(compgen -f -- "$current"))');
    if (kind === "other") values.set(option.long ?? "", "COMPREPLY=()");
  }
  const identifier = name.replaceAll("-", "_");
  return `# ${name} completion bash >~/.local/share/bash-completion/completions/${name}
_${identifier}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" place="" word
  case "$previous" in
${[...values].map(([flag, reply]) => `    ${flag}) ${reply}; return ;;`).join("\n")}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${pathOf(places)}
  done
  case "$place" in
${places.map((place) => `    ${quote(place.path)}) COMPREPLY=($(compgen -W ${quote(wordsOf(place))} -- "$current")) ;;`).join("\n")}
  esac
  case "$place" in backup|restore) [[ "$current" == -* ]] || COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _${identifier} ${name}
`;
}

function zsh(name: string, places: readonly Place[]): string {
  const values = new Map<string, string>();
  for (const option of places.flatMap(({ options }) => options)) {
    const kind = kindOf(option);
    if (kind === "choices")
      values.set(option.long ?? "", `compadd -- ${option.argChoices!.map(quote).join(" ")}; return`);
    if (kind === "file") values.set(option.long ?? "", "_files; return");
    if (kind === "other") values.set(option.long ?? "", "return 1");
  }
  const help = { text: "--help", description: "print what there is" };
  const offered = ({ words, options }: Place): string =>
    [...words, ...options.map(({ long, description }) => ({ text: long ?? "", description })), help]
      .map(({ text, description }) => quote(`${text}:${description}`))
      .join(" ");
  const identifier = name.replaceAll("-", "_");
  return `#compdef ${name}
# ${name} completion zsh >"\${fpath[1]}/_${name}", or in ~/.zshrc: source <(${name} completion zsh)
_${identifier}() {
  local place="" word
  local -a offered
  case "\${words[CURRENT-1]}" in
${[...values].map(([flag, action]) => `    ${flag}) ${action} ;;`).join("\n")}
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
${pathOf(places)}
  done
  case "$place" in
${places.map((place) => `    ${quote(place.path)}) offered=(${offered(place)}) ;;`).join("\n")}
  esac
  _describe -t words word offered
  case "$place" in backup|restore) _files ;; esac
}
# Loaded from a folder of functions, the file is the first call; otherwise it is only registered.
if [[ "\${funcstack[1]-}" == "_${name}" ]]; then _${identifier} "$@"; else compdef _${identifier} ${name}; fi
`;
}

function fish(name: string, places: readonly Place[]): string {
  const lines = [`# ${name} completion fish >~/.config/fish/completions/${name}.fish`, `complete -c ${name} -f`];
  const commands = places.filter(({ path }) => path !== "").map(({ path }) => path);
  for (const { path, words, options } of places) {
    const inner = commands.filter((command) => command.startsWith(path === "" ? "" : `${path} `) && command !== path);
    const first = new Set(inner.map((command) => command.slice(path === "" ? 0 : path.length + 1).split(" ")[0]));
    const seen = path
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const unseen = first.size === 0 ? [] : [`not __fish_seen_subcommand_from ${[...first].join(" ")}`];
    const condition = quote([...seen, ...unseen].join("; and "));
    for (const { text, description } of words) {
      lines.push(`complete -c ${name} -n ${condition} -a ${text} -d ${quote(description)}`);
    }
    for (const option of options) {
      const kind = kindOf(option);
      const value = {
        none: "",
        file: " -rF",
        other: " -x",
        choices: ` -x -a ${quote((option.argChoices ?? []).join(" "))}`,
      }[kind];
      lines.push(
        `complete -c ${name} -n ${condition} -l ${option.long?.slice(2)}${value} -d ${quote(option.description)}`,
      );
    }
    if (path === "backup" || path === "restore") lines.push(`complete -c ${name} -n ${condition} -F`);
  }
  return `${lines.join("\n")}\n`;
}
