import { useTexts } from '@billhook/ui/use-texts';

/** The name of a document in lists and links: its number, or the client of a draft. */
export function useDocumentName(): (number: string | null, client: string | undefined) => string {
  const { t } = useTexts('documents');
  return (number, client) => number ?? (client === undefined ? t('draft') : t('draftNamed', { client }));
}

/** A number stays on one line; the name of a draft is as long as that of its client. */
export const documentNameClass = (number: string | null): string => (number === null ? 'ws-draft-name' : 'ws-number');
