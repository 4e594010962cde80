import { DOT } from '../dot.js';
import { useFormat } from '../use-format.js';
import { useCompanyTime, useNow } from '../use-now.js';
import { useHint } from './use-hint.js';

interface RelativeTimeProps {
  readonly at: string;
  /** Whether it is a time by the clock of the company, such as that of a record. */
  readonly ofCompany?: boolean;
  /** A line below the exact time. */
  readonly note?: string;
}

/** "4 minutes ago", updated continuously, with the exact time on hover. */
export function RelativeTime({ at, ofCompany = false, note }: RelativeTimeProps) {
  const format = useFormat();
  const machine = useNow();
  const company = useCompanyTime();
  const exact = format.dateTime(at);
  const { target, hint } = useHint<HTMLTimeElement>(note ? `${exact}${DOT}${note}` : exact);
  return (
    <>
      <time dateTime={at} {...target}>
        {format.relative(at, ofCompany ? company : machine)}
      </time>
      {hint}
    </>
  );
}
