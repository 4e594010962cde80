import { useTexts } from '@billhook/ui/use-texts';
import { NavLink, UnstyledButton } from '@mantine/core';
import { IconBook2, IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { isAtEntry, useNavigationEntries, type NavigationEntry } from './navigation-entries.js';
import { areSettingsOpen, keepSettingsOpen } from './settings-open.js';

/** On a low screen, the navigation scrolls separately. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface EntriesProps {
  readonly entries: readonly NavigationEntry[];
  readonly path: string;
  readonly onNavigate: () => void;
}

function Entries({ entries, path, onNavigate }: EntriesProps) {
  return entries.map(({ to, label, icon: EntryIcon }) => {
    const active = isAtEntry(path, to);
    return (
      <NavLink
        key={to}
        ref={active ? scrollIntoView : undefined}
        component={Link}
        to={to}
        label={label}
        active={active}
        aria-current={active ? 'page' : undefined}
        leftSection={<EntryIcon size={18} stroke={1.7} aria-hidden="true" />}
        onClick={onNavigate}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
        py={6}
        mb={2}
      />
    );
  });
}

/** The work, and below it the settings, which open on their pages and where the reader left them open. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTexts('settings');
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { work, settings } = useNavigationEntries();
  const inSettings = settings.some(({ entries }) => entries.some(({ to }) => isAtEntry(path, to)));
  const [wasInSettings, setWasInSettings] = useState(inSettings);
  const [open, setOpen] = useState(inSettings || areSettingsOpen());
  if (inSettings !== wasInSettings) {
    setWasInSettings(inSettings);
    setOpen(inSettings || areSettingsOpen());
  }
  const toggle = () => {
    setOpen(!open);
    keepSettingsOpen(!open);
  };
  return (
    <>
      <div className="st-nav">
        {work.length > 0 && (
          <div role="group" aria-label={t('nav.workspace')} className="st-nav-part">
            <Entries entries={work} path={path} onNavigate={onNavigate} />
          </div>
        )}
        <div className="st-nav-part">
          <UnstyledButton className="st-nav-settings" aria-expanded={open} aria-controls={id} onClick={toggle}>
            {t('nav.settings')}
            <IconChevronDown size={16} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
          <div id={id} hidden={!open}>
            {settings.map(({ title, entries }, n) => (
              <div key={title} role="group" aria-labelledby={`${id}-${n}`} className="st-nav-part">
                <div className="st-nav-group" id={`${id}-${n}`}>
                  {title}
                </div>
                <Entries entries={entries} path={path} onNavigate={onNavigate} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <NavLink
        href="/docs/"
        label={t('nav.docs')}
        leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden="true" />}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
        py={6}
        mt="auto"
      />
    </>
  );
}
