import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options of a command line of which some are addresses.
 * @throws Error with a message for the operator. That of `parseArgs` repeats an argument without an option, which may be an address with a
 *   password
 */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!isOfArgument(error)) throw error;
    throw new Error('An argument has no option before it: repeat the option for each of its values.');
  }
}

const isOfArgument = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
