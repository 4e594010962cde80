import { useTexts } from '@billhook/ui/use-texts';
import { Link, rootRouteId, useRouterState } from '@tanstack/react-router';
import { useContext, useEffect, useRef } from 'react';
import { WebhooksBase } from '../routing/webhooks-base.js';
import { useMayChange } from '../session/session.queries.js';

/** The lists of the webhook pages. The page of an endpoint belongs to the first. */
const TABS = [
  { to: '/', text: 'nav.endpoints' },
  { to: '/deliveries', text: 'nav.deliveries' },
  { to: '/event-types', text: 'nav.eventTypes' },
  { to: '/signature-check', text: 'nav.signatureCheck' },
] as const;
/** The signature check sends requests that are not reads. */
const VIEW_TABS = TABS.slice(0, -1);

export function WebhooksTabs() {
  const { t } = useTexts('portal');
  const base = useContext(WebhooksBase);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isUnknown = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId === rootRouteId });
  const tabs = useMayChange() ? TABS : VIEW_TABS;
  const page = TABS.findLast(({ to }) => to !== '/' && path.includes(base + to)) ?? TABS[0];
  const current = isUnknown ? undefined : page;
  const nav = useRef<HTMLElement>(null);
  // On a phone the last tabs begin outside the screen.
  useEffect(
    () => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [current],
  );
  return (
    <nav ref={nav} className="bh-tabs pt-tabs" aria-label={t('nav.label')}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={base + tab.to}
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(tab.text)}
        </Link>
      ))}
    </nav>
  );
}
