import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import type { MailStatus } from '@billhook/domain/invoicing/mail';
import type { PaymentStatus } from '@billhook/domain/invoicing/payment';
import type { QuoteStatus } from '@billhook/domain/invoicing/quote';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import {
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconCheck,
  IconChecks,
  IconCircleHalf2,
  IconClockExclamation,
  IconClockX,
  IconEraser,
  IconFileCheck,
  IconHourglass,
  IconPencil,
  IconReplace,
  IconSend,
  IconThumbDown,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';

interface RecordStatusLook {
  readonly tone: StatusTone;
  readonly icon: Icon;
}

/** The style of each status of each kind of record; a new status does not compile until it has one. */
const LOOKS = {
  invoice: {
    Draft: { tone: 'neutral', icon: IconPencil },
    Sent: { tone: 'info', icon: IconSend },
    Partial: { tone: 'info', icon: IconCircleHalf2 },
    Paid: { tone: 'positive', icon: IconCheck },
    Overdue: { tone: 'negative', icon: IconClockExclamation },
    Rejected: { tone: 'warning', icon: IconThumbDown },
    WrittenOff: { tone: 'neutral', icon: IconEraser },
    Void: { tone: 'neutral', icon: IconBan },
  } satisfies Record<InvoiceStatus, RecordStatusLook>,
  quote: {
    Draft: { tone: 'neutral', icon: IconPencil },
    Sent: { tone: 'info', icon: IconSend },
    Accepted: { tone: 'positive', icon: IconCheck },
    Invoiced: { tone: 'positive', icon: IconChecks },
    Declined: { tone: 'warning', icon: IconThumbDown },
    Expired: { tone: 'neutral', icon: IconClockX },
    Superseded: { tone: 'neutral', icon: IconReplace },
  } satisfies Record<QuoteStatus, RecordStatusLook>,
  payment: {
    Recorded: { tone: 'positive', icon: IconCheck },
    Deleted: { tone: 'negative', icon: IconTrash },
  } satisfies Record<PaymentStatus, RecordStatusLook>,
  client: {
    Active: { tone: 'positive', icon: IconCheck },
    Archived: { tone: 'neutral', icon: IconArchive },
  },
  creditNote: {
    Issued: { tone: 'info', icon: IconFileCheck },
  },
  mail: {
    Pending: { tone: 'info', icon: IconHourglass },
    Sent: { tone: 'positive', icon: IconCheck },
    Failed: { tone: 'negative', icon: IconAlertTriangle },
    Kept: { tone: 'warning', icon: IconArchive },
  } satisfies Record<MailStatus, RecordStatusLook>,
} as const;

type Looks = typeof LOOKS;
export type StatusKind = keyof Looks;
export type StatusOf<K extends StatusKind> = keyof Looks[K] & string;

/** The status of a record, as text and icon: `<RecordStatus kind="invoice" status={invoice.status} />`. */
export function RecordStatus<K extends StatusKind>({ kind, status }: { kind: K; status: StatusOf<K> }) {
  const statusText = useStatusText();
  const looks: Readonly<Record<string, RecordStatusLook>> = LOOKS[kind];
  const { tone, icon } = looks[status] ?? { tone: 'neutral', icon: IconPencil };
  return (
    <StatusBadge tone={tone} icon={icon}>
      {statusText(kind, status)}
    </StatusBadge>
  );
}

/** The label of a status in the current language, for filters and sentences. */
export function useStatusText() {
  const { t } = useTexts('workspace');
  // The types of the caller check which statuses a kind has; the texts contain all of them.
  return <K extends StatusKind>(kind: K, status: StatusOf<K>): string =>
    t(`status.${kind}.${status}` as 'status.mail.Kept');
}
