import { Tooltip } from '@mantine/core';
import { useFormat } from '../use-format.js';
import { useNow } from '../use-now.js';

/** "4 minutes ago", kept up to date, with the exact time on hover. `note` adds a line to it. */
export function RelativeTime({ at, note }: { at: string; note?: string }) {
  const format = useFormat();
  const now = useNow();
  const exact = format.dateTime(at);
  return (
    <Tooltip label={note ? `${exact} · ${note}` : exact} multiline>
      <time dateTime={at}>{format.relative(at, now)}</time>
    </Tooltip>
  );
}
