import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { recordPath, type WorkspaceRecord } from '../../shared/workspace/records.js';

interface PdfButtonProps {
  readonly resource: Extract<WorkspaceRecord, 'invoices' | 'quotes' | 'credit-notes'>;
  readonly id: number;
  /** The PDF of a draft has a watermark and is rendered again each time. */
  readonly draft?: boolean;
}

/** Opens the PDF of a document. A plain link, so that the browser shows, saves or prints it as usual. */
export function PdfButton({ resource, id, draft = false }: PdfButtonProps) {
  const { t } = useTexts('documents');
  return (
    <Button
      component="a"
      href={recordPath(resource, id, 'pdf')}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
    >
      {t(draft ? 'pdfDraft' : 'pdf')}
    </Button>
  );
}
