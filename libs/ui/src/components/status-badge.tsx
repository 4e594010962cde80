import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type StatusTone = 'positive' | 'warning' | 'negative' | 'info' | 'neutral';

/** A status as text and icon; the colour is not required to read it. */
export function StatusBadge({ tone, icon: Icon, children }: { tone: StatusTone; icon: Icon; children: ReactNode }) {
  return (
    <span className="bh-status" data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
