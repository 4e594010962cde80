import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Code, Group, Stack } from '@mantine/core';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { ApplicationLogo } from './application-name.js';
import { ApplicationLastUse, ApplicationRequests } from './application-use.js';

/** The details of an application, and the permissions that it can request. */
export function ApplicationDetails({ application }: { application: ApplicationView }) {
  const { t } = useTexts('applications');
  const { clientId, type, homepage, logo, redirectUris, scopes, createdAt, createdBy } = application;
  return (
    <Section title={t('page.details')}>
      <Stack gap="md">
        <CodeBlock title={t('table.clientId')} copyLabel={t('result.copyClientId')} wrap code={clientId} />
        <Facts
          facts={[
            { label: t('words:type'), value: t(`types.${type}`) },
            {
              label: t('form.redirectUris'),
              value:
                redirectUris.length === 0
                  ? t('page.none')
                  : redirectUris.map((uri) => (
                      <div key={uri} className="bh-mono">
                        {uri}
                      </div>
                    )),
            },
            {
              label: t('form.scopes'),
              value:
                scopes.length === 0 ? (
                  t('page.allScopes')
                ) : (
                  <Group gap={4}>
                    {scopes.map((scope) => (
                      <Code key={scope}>{scope}</Code>
                    ))}
                  </Group>
                ),
            },
            {
              label: t('authorised.homepage'),
              value: homepage !== null && (
                <Anchor href={homepage} target="_blank" rel="noopener noreferrer" size="sm">
                  {homepage}
                </Anchor>
              ),
            },
            { label: t('words:lastUse'), value: <ApplicationLastUse used={application} /> },
            { label: t('words:requestsOfWeek'), value: <ApplicationRequests used={application} /> },
            { label: t('page.logo'), value: logo !== null && <ApplicationLogo logo={logo} size={40} /> },
            {
              label: t('page.registered'),
              value: (
                <>
                  <RelativeTime at={createdAt} />
                  <div>{t('words:by', { name: createdBy })}</div>
                </>
              ),
            },
          ]}
        />
      </Stack>
    </Section>
  );
}

const ENDPOINTS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** The endpoints to which the application sends its users and its requests. */
export function ApplicationEndpoints() {
  const { t } = useTexts('applications');
  const names = ['authorize', 'token', 'metadata'] as const;
  return (
    <Section title={t('page.endpoints')}>
      <dl className="st-addresses">
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`page.${name}`)}</dt>
            <dd className="bh-mono">{location.origin + ENDPOINTS[name]}</dd>
          </div>
        ))}
      </dl>
      <Anchor href="/docs/build-an-application/" size="sm" underline="always">
        {t('guide')}
      </Anchor>
    </Section>
  );
}
