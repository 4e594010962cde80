import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, List, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { PageLink } from '../../shared/workspace/links.js';
import { KeyLink } from './key-link.js';
import { useExpiringKeys } from './keys.queries.js';

/** How many show by name; the list has the others. */
const SHOWN = 3;

/** One's own keys that end within 14 days and that nothing replaces yet, each with the way to its replacement. */
export function ExpiringKeys() {
  const { t } = useTexts('keys');
  const keys = useExpiringKeys().data;
  if (!keys?.length) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconClockExclamation size={20} />}
      title={t('expiring.title', { count: keys.length })}
      mb="md"
    >
      <Text size="sm">{t('expiring.body')}</Text>
      <List size="sm" mt="xs" spacing={4}>
        {keys.slice(0, SHOWN).map(({ id, name, prefix, expiresAt }) => (
          <List.Item key={id}>
            <strong className="bh-anywhere">{name}</strong> <span className="bh-mono">{prefix}…</span>{' '}
            {expiresAt && <RelativeTime at={expiresAt} />}
            {' · '}
            <KeyLink owner="mine" id={id} rotate aria-label={t('expiring.rotateKey', { name })}>
              {t('expiring.rotate')}
            </KeyLink>
          </List.Item>
        ))}
      </List>
      {keys.length > SHOWN && (
        <PageLink to="/api-keys" search={{ status: 'expiring' }}>
          {t('expiring.all')}
        </PageLink>
      )}
    </Alert>
  );
}
