import './applications.css';
import type { ApplicationSummary } from '@billhook/contract/identity/oauth/application';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Fact } from '../../shared/workspace/detail.js';

/** Who publishes an application, as text. */
export function usePublisher() {
  const { t } = useTexts('consent');
  return ({ source, publisher, host }: ApplicationSummary): string => {
    if (source === 'registered') return t('publisher.registered', { publisher });
    if (source === 'metadata') return t('publisher.metadata', { host });
    return t(`publisher.${source}`);
  };
}

/** Our copy of the logo; an icon without one, or if it cannot be loaded. */
export function ApplicationLogo({ logo, size }: { logo: string | null; size: number }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="st-app-logo" style={{ width: size, height: size }} aria-hidden="true">
      {logo && !broken ? (
        <img src={logo} alt="" width={size} height={size} onError={() => setBroken(true)} />
      ) : (
        <IconApps size={size * 0.6} stroke={1.6} />
      )}
    </span>
  );
}

interface ApplicationNameProps {
  readonly application: ApplicationSummary;
  /** Around the name, such as a link. */
  readonly children?: ReactNode;
  /** Below the name; the publisher by default. */
  readonly note?: ReactNode;
  /** The id of the name, for buttons that it describes. */
  readonly nameId?: string;
}

/** An application in a table: logo, name and publisher. */
export function ApplicationName({ application, children, note, nameId }: ApplicationNameProps) {
  const publisher = usePublisher();
  return (
    <div className="st-app">
      <ApplicationLogo logo={application.logo} size={32} />
      <div>
        <Text size="sm" fw={600} id={nameId} className="bh-anywhere" miw={110}>
          {children ?? application.name}
        </Text>
        <Text size="xs" c="dimmed" component="div" className="bh-anywhere">
          {note ?? publisher(application)}
        </Text>
      </div>
    </div>
  );
}

/** The home page and the client ID of an application, for its details. */
export function useApplicationDetails() {
  const { t } = useTexts('applications');
  return ({ homepage, clientId }: ApplicationSummary): Fact[] => [
    {
      label: t('authorised.homepage'),
      value: homepage !== null && (
        <Anchor href={homepage} target="_blank" rel="noopener noreferrer" size="sm">
          {homepage}
        </Anchor>
      ),
    },
    { label: t('table.clientId'), value: <span className="bh-mono">{clientId}</span> },
  ];
}
