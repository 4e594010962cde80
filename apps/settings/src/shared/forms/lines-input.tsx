import { Textarea, type TextareaProps } from '@mantine/core';

/** A field for addresses or ids, one per line, in a monospaced font. */
export function LinesInput(props: TextareaProps) {
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={8}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      {...props}
    />
  );
}
