import { StatusBadge } from '@billhook/ui/components/status-badge';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';

/** The status of a response: successful, rejected or failed. */
export function RequestStatus({ status }: { status: number }) {
  if (status < 400) {
    return (
      <StatusBadge tone="positive" icon={IconCheck}>
        {status}
      </StatusBadge>
    );
  }
  return status < 500 ? (
    <StatusBadge tone="warning" icon={IconAlertTriangle}>
      {status}
    </StatusBadge>
  ) : (
    <StatusBadge tone="negative" icon={IconX}>
      {status}
    </StatusBadge>
  );
}
