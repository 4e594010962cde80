import type { KeyStatus } from '@billhook/domain/api-key';
import { lazy, Suspense } from 'react';
import { useDeprecatedCalls, type KeyOwner } from './queries.js';

const Notice = lazy(() =>
  import('./deprecated-calls-notice.js').then((file) => ({ default: file.DeprecatedCallsNotice })),
);

interface DeprecatedCallsProps {
  readonly owner: KeyOwner;
  /** By which the list of keys below is filtered. */
  readonly status: KeyStatus | undefined;
}

/** Which of the keys below call routes that will be removed. Nothing, and nothing more to fetch, where none does. */
export function DeprecatedCalls(props: DeprecatedCallsProps) {
  const routes = useDeprecatedCalls(props.owner).data?.data;
  if (!routes?.length) return null;
  return (
    <Suspense>
      <Notice {...props} routes={routes} />
    </Suspense>
  );
}
