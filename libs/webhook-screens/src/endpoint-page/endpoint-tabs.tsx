import { useTexts } from '@billhook/ui/use-texts';
import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useMayChange } from '../session/session.queries.js';
import { ENDPOINT_TABS, type EndpointTab } from './endpoint-search.js';

/** A certification sends messages, and its results are not stored. */
const VIEW_TABS = ENDPOINT_TABS.filter((tab) => tab !== 'certification');

/** The tabs that the session may open. */
export const useEndpointTabs = (): readonly EndpointTab[] => (useMayChange() ? ENDPOINT_TABS : VIEW_TABS);

interface EndpointTabsProps {
  readonly tab: EndpointTab;
  readonly onTab: (tab: EndpointTab) => void;
}

/** The parts of an endpoint's page. Each has its own address. */
export function EndpointTabs({ tab, onTab }: EndpointTabsProps) {
  const { t } = useTexts('portal');
  const tabs = useEndpointTabs();
  const current = useRef<HTMLButtonElement>(null);
  // On a phone the last tabs begin outside the screen.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [tab]);
  return (
    <nav className="bh-tabs" aria-label={t('endpointPage.tabs.label')}>
      {tabs.map((each) => (
        <UnstyledButton
          key={each}
          {...(each === tab && { ref: current, 'aria-current': 'page' as const })}
          onClick={() => onTab(each)}
        >
          {t(`endpointPage.tabs.${each}`)}
        </UnstyledButton>
      ))}
    </nav>
  );
}
