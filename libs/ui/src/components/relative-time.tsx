import { useFormat } from '../use-format.js';
import { useNow } from '../use-now.js';
import { useHint } from './use-hint.js';

/** "4 minutes ago", updated continuously, with the exact time on hover. `note` adds a line to it. */
export function RelativeTime({ at, note }: { at: string; note?: string }) {
  const format = useFormat();
  const now = useNow();
  const exact = format.dateTime(at);
  const { target, hint } = useHint<HTMLTimeElement>(note ? `${exact} · ${note}` : exact);
  return (
    <>
      <time dateTime={at} {...target}>
        {format.relative(at, now)}
      </time>
      {hint}
    </>
  );
}
