import { lazy, Suspense } from 'react';
import type { KeyActivity, KeyOwner } from '../keys.queries.js';

const Notice = lazy(() => import('./ended-keys-notice.js').then((file) => ({ default: file.EndedKeysNotice })));

interface EndedKeysProps {
  readonly owner: KeyOwner;
  readonly keys: KeyActivity['dead'];
}

/** Keys that have ended and are still used. Without any, it shows and fetches nothing. */
export function EndedKeys(props: EndedKeysProps) {
  if (props.keys.length === 0) return null;
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
}
