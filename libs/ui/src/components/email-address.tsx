import { Fragment } from 'react';

/** Before each dot of the domain, and after the @. */
const BREAKS = /(?<=@)|(?=\.[^@]*$)/;

/** An email address that breaks after its @ or before a dot of its domain if necessary, not in the middle of a word. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(BREAKS).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
