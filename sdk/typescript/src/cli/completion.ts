import type { Command } from "commander";

/** The commands, options, and choices of values that may follow the words typed so far. */
export function complete(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? "";
  let command = program;
  for (const word of words.slice(0, -1)) command = command.commands.find((one) => one.name() === word) ?? command;
  const options = [...command.options, ...program.options];
  const before = options.find(({ required, long }) => required && long === words.at(-2));
  const flags = options.flatMap(({ long }) => (long ? [long] : []));
  const names = command.commands.map((one) => one.name());
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const all = before ? (before.argChoices ?? []) : typed.startsWith("-") ? flags : [...names, ...choices];
  return all.filter((word) => word.startsWith(typed) && word !== "complete");
}

export const SHELLS: Readonly<Record<string, string>> = {
  bash: `_closed_loop() {
  local IFS=$'\\n'
  COMPREPLY=($(closed-loop complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _closed_loop closed-loop`,
  zsh: `#compdef closed-loop
_closed_loop() {
  local -a found
  found=(\${(f)"$(closed-loop complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  (( \${#found} )) && compadd -a found || _files
}
# The first time, a file of the search path is run to complete.
if [[ \${funcstack[1]} == _closed-loop ]]; then _closed_loop; else compdef _closed_loop closed-loop; fi`,
  fish: `complete -c closed-loop -f -a "(closed-loop complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)"`,
};
