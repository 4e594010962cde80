import { lazy, Suspense } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';
import { areFirstStepsOver } from '../first-steps/first-steps-over.js';

// Without a connection, the page stays and the checklist is missing.
const FirstSteps = lazy(() =>
  import('../first-steps/first-steps.js').then(
    (file) => ({ default: file.FirstSteps }),
    () => ({ default: () => null }),
  ),
);

/** The first steps of a company, until they are done or hidden. */
export function NewCompany() {
  const { company } = useSignedIn();
  const isOver = areFirstStepsOver(company.id);
  const list = useRecordList('invoices', {}, { enabled: !isOver, limit: 10 });
  // A company with a second page of invoices is not new.
  if (isOver || !list.isSuccess || list.hasNextPage) return null;
  return (
    <Suspense>
      <FirstSteps hasSentInvoice={rowsOf(list).some(({ status }) => status !== 'Draft')} />
    </Suspense>
  );
}
