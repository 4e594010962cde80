import type { CreatedApiKey } from '@billhook/contract/identity/key';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
import { ShownOnceDialog } from '../../session/shown-once-dialog.js';
import { useRefreshKeys } from '../keys.queries.js';
import { KeyResult } from './key-result.js';

interface KeySecretDialogProps {
  readonly title: string;
  /** Once the key is created. */
  readonly resultTitle: string;
  readonly onClose: () => void;
  /** The form; it calls the function with the response. */
  readonly children: (onCreated: (created: CreatedApiKey) => void) => ReactNode;
}

/** A form, then the secret of the key that it created. */
export function KeySecretDialog({ title, resultTitle, onClose, children }: KeySecretDialogProps) {
  const { t } = useTexts('keyForms');
  const refreshKeys = useRefreshKeys();
  return (
    <ShownOnceDialog<CreatedApiKey>
      size="xl"
      title={title}
      resultTitle={resultTitle}
      leaveTitle={t('result.leaveTitle')}
      leaveBody={t('result.leaveBody')}
      onClose={onClose}
      form={(onResult) =>
        children((created) => {
          onResult(created);
          void refreshKeys();
        })
      }
      result={(created, onStored) => <KeyResult created={created} onStored={onStored} onDone={onClose} />}
    />
  );
}
