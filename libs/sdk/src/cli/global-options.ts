import type { CliCommand, OptionRow } from './command.js';

export const GLOBAL_OPTIONS: Readonly<Record<string, OptionRow>> = {
  profile: { value: '<name>', summary: 'use this profile in place of default' },
  url: { value: '<url>', summary: 'the URL of the installation, in place of BILLHOOK_URL and the profile' },
  json: { summary: 'print JSON, one value per line, and errors as JSON' },
  help: { short: 'h', summary: 'show the help of a command' },
  version: { summary: 'print the version' },
};

/** All options of a command. */
export const optionsOf = (command: CliCommand | undefined): Readonly<Record<string, OptionRow>> => ({
  ...command?.options,
  ...GLOBAL_OPTIONS,
});
