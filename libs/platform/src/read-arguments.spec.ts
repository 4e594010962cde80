import { describe, expect, it } from '@jest/globals';
import { readArguments } from './read-arguments.js';

const options = { cell: { type: 'string', multiple: true } } as const;

describe('readArguments', () => {
  it('reads options', () => {
    expect(readArguments({ args: ['--cell', '2', '--cell', '3'], options }).values).toEqual({ cell: ['2', '3'] });
  });

  it('does not repeat an argument without an option, which may have a password', () => {
    const read = () => readArguments({ args: ['--cell', '2', 'postgresql://ada:secret@db/books'], options });
    expect(read).toThrow(/^An argument has no option before it: repeat the option for each of its values\.$/);
  });

  it('names an unknown option', () => {
    expect(() => readArguments({ args: ['--cells', '2'], options })).toThrow("'--cells'");
  });
});
