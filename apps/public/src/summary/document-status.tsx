import type { PublicStatus } from '@billhook/contract/invoicing/public-document';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconFileCheck,
  IconHourglassOff,
  IconReplace,
  IconX,
  type Icon,
} from '@tabler/icons-react';

interface DocumentStatusLook {
  readonly tone: StatusTone;
  readonly icon: Icon;
}

const LOOKS: Readonly<Record<PublicStatus, DocumentStatusLook>> = {
  Sent: { tone: 'info', icon: IconClock },
  Partial: { tone: 'info', icon: IconClock },
  Overdue: { tone: 'warning', icon: IconAlertTriangle },
  Paid: { tone: 'positive', icon: IconCheck },
  Settled: { tone: 'positive', icon: IconCheck },
  Rejected: { tone: 'negative', icon: IconX },
  Void: { tone: 'neutral', icon: IconBan },
  Accepted: { tone: 'positive', icon: IconCheck },
  Declined: { tone: 'neutral', icon: IconX },
  Expired: { tone: 'warning', icon: IconHourglassOff },
  Superseded: { tone: 'neutral', icon: IconReplace },
  Issued: { tone: 'positive', icon: IconFileCheck },
};

export function DocumentStatus({ status }: { status: PublicStatus }) {
  const { t } = useTexts('document');
  return <StatusBadge {...LOOKS[status]}>{t(`status.${status}`)}</StatusBadge>;
}
