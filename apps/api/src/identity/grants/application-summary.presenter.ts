import type { ApplicationSummary, ApplicationView } from '@billhook/contract/identity/oauth/application';
import type { ApplicationFacts } from '@billhook/identity/oauth/applications.repository';

type ApplicationUse = Pick<ApplicationView, 'lastUsedAt' | 'requests7d' | 'days'>;

const logoPath = (id: number): string => `/app/oauth/applications/${id}/logo`;

export function presentSummary(application: ApplicationFacts): ApplicationSummary {
  const { id, clientId, name, publisher, source, homepage, hasLogo } = application;
  return {
    ...{ id, clientId, name, publisher, source, homepage },
    host: source === 'metadata' ? new URL(clientId).host : null,
    logo: hasLogo ? logoPath(id) : null,
  };
}

/** @param days requests per day, oldest first */
export const presentUse = (lastUsedAt: Date | null, days: number[]): ApplicationUse => ({
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  requests7d: days.slice(-7).reduce((sum, count) => sum + count, 0),
  days,
});
