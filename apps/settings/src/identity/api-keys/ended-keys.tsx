import { lazy, Suspense } from 'react';
import type { KeyActivity, KeyOwner } from './keys.queries.js';

const Notice = lazy(() => import('./ended-keys-notice.js').then((file) => ({ default: file.EndedKeysNotice })));

interface EndedKeysProps {
  readonly owner: KeyOwner;
  readonly keys: KeyActivity['dead'];
}

/** Which keys are dead and still called. Nothing, and nothing more to fetch, where none is. */
export function EndedKeys(props: EndedKeysProps) {
  if (props.keys.length === 0) return null;
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
}
