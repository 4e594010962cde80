import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
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

/** A form, then the client ID and the client secret. An application without a client secret can be left without a question. */
export function ApplicationSecretDialog({ title, resultTitle, onClose, children }: ApplicationSecretDialogProps) {
  const { t } = useTexts('applications');
  const refresh = useRefreshApplications();
  return (
    <ShownOnceDialog<CreatedApplication>
      size="xl"
      title={title}
      resultTitle={resultTitle}
      leaveTitle={t('result.leaveTitle')}
      leaveBody={t('result.leaveBody')}
      hasSecret={({ secret }) => secret !== null}
      onClose={onClose}
      form={(onResult) =>
        children((created) => {
          onResult(created);
          void refresh();
        })
      }
      result={(created, onStored) => <ApplicationResult created={created} onStored={onStored} onDone={onClose} />}
    />
  );
}
