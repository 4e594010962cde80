import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { useTexts } from '@billhook/ui/use-texts';
import { useState, type ReactNode } from 'react';
import { ShownOnceDialog } from '../session/shown-once-dialog.js';
import { ApplicationResult } from './application-result.js';
import { useRefreshApplications } from './applications.queries.js';

interface ApplicationSecretDialogProps {
  readonly title: string;
  /** Once the secret is shown. */
  readonly resultTitle: string;
  readonly onClose: () => void;
  /** The form; it calls the function with the response. */
  readonly children: (onCreated: (created: CreatedApplication) => void) => ReactNode;
}

/** Form, then result. Leaving with a secret that was neither copied nor confirmed as saved asks once. */
export function ApplicationSecretDialog({ title, resultTitle, onClose, children }: ApplicationSecretDialogProps) {
  const { t } = useTexts('applications');
  const refresh = useRefreshApplications();
  const [created, setCreated] = useState<CreatedApplication>();
  const [stored, setStored] = useState(false);
  const words = {
    title: t('result.leaveTitle'),
    body: t('result.leaveBody'),
    stay: t('result.stay'),
    leave: t('result.leave'),
  };
  return (
    <ShownOnceDialog
      size="xl"
      title={created ? resultTitle : title}
      words={words}
      atRisk={created !== undefined && created.secret !== null && !stored}
      onClose={onClose}
    >
      {created ? (
        <ApplicationResult created={created} onStored={() => setStored(true)} onDone={onClose} />
      ) : (
        children((result) => {
          setCreated(result);
          void refresh();
        })
      )}
    </ShownOnceDialog>
  );
}
