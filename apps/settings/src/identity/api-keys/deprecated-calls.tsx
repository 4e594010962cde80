import { lazy, Suspense } from 'react';
import { useDeprecatedCalls, type KeyOwner } from './keys.queries.js';

const Notice = lazy(() =>
  import('./deprecated-calls-notice.js').then((file) => ({ default: file.DeprecatedCallsNotice })),
);

interface DeprecatedCallsProps {
  readonly owner: KeyOwner;
  /** Told the id of the key whose row is asked for. */
  readonly onKey: (id: number) => void;
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
