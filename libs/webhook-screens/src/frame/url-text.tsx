import { Fragment } from 'react';

/** A URL that breaks after its scheme or a slash, and in a word only if it does not fit otherwise. */
export function UrlText({ url }: { readonly url: string }) {
  return (
    <span className="bh-anywhere">
      {url.split(/(?<=\/)(?!\/)/).map((part, n) => (
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
