import type { LoggedMessageView, LoggedRequestDetail } from '@billhook/contract/identity/logged-request';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { indentJson } from '@billhook/ui/indent-json';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { RequestStatus } from './request-status.js';
import { useRequest } from './requests.queries.js';

const route = getRouteApi('/logs/$id');

export function RequestPage() {
  const query = useRequest(route.useParams().id);
  return (
    <RecordGate query={query} missing={<MissingRequest />}>
      {(request) => <Request key={request.id} request={request} />}
    </RecordGate>
  );
}

/** Errors of these pages show ids of requests that the log does not have. */
function MissingRequest() {
  const { t } = useTexts('requests');
  return (
    <EmptyState icon={IconListSearch} title={t('missingTitle')} level={1}>
      {t('missingBody')} <PageLink to="/logs">{t('back')}</PageLink>
    </EmptyState>
  );
}

function Request({ request }: { request: LoggedRequestDetail }) {
  const { t } = useTexts('requests');
  const format = useFormat();
  const { method, path, status, createdAt } = request;
  return (
    <>
      <RecordHeader
        title={`${method} ${path.split('?', 1)[0]}`}
        back={<PageLink to="/logs">{t('back')}</PageLink>}
        status={<RequestStatus status={status} />}
        lead={<time dateTime={createdAt}>{format.dateTime(createdAt)}</time>}
      />
      <DetailLayout aside={<RequestFacts request={request} />}>
        <Messages request={request} />
      </DetailLayout>
    </>
  );
}

function RequestFacts({ request }: { request: LoggedRequestDetail }) {
  const { t } = useTexts('requests');
  const format = useFormat();
  const { id, clientRequestId, route: operation, path, method, problem, durationMs, credential } = request;
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          {
            label: t('id'),
            value: (
              <Group gap={4} wrap="nowrap" align="flex-start">
                <span className="bh-mono bh-anywhere">{id}</span>
                <CopyButton text={id} label={t('copyId')} />
              </Group>
            ),
          },
          {
            label: t('clientId'),
            value: clientRequestId && <span className="bh-mono bh-anywhere">{clientRequestId}</span>,
          },
          { label: t('operation'), value: operation === null ? t('unknownRoute') : `${method} ${operation}` },
          { label: t('request'), value: path.includes('?') && <span className="bh-mono bh-anywhere">{path}</span> },
          {
            label: t('problem'),
            value: problem && (
              <Anchor size="sm" href={`/docs/errors/${problem}/`} className="bh-anywhere">
                {problem}
              </Anchor>
            ),
          },
          { label: t('duration'), value: t('milliseconds', { number: format.number(durationMs) }) },
          {
            label: credential ? t(`kinds.${credential.kind}`) : t('credential'),
            value: credential ? (
              <PageLink
                to="/logs"
                search={{ credential: `${credential.kind}-${credential.id}` }}
                className="bh-anywhere"
              >
                {credential.name}
              </PageLink>
            ) : (
              t('deleted')
            ),
          },
        ]}
      />
    </Section>
  );
}

/** Request and response, or why the log does not have or show them. */
function Messages({
  request: { request, response, missingPermission, route: operation, method, status },
}: {
  request: LoggedRequestDetail;
}) {
  const { t } = useTexts('requests');
  if (missingPermission !== null) {
    return <NoPermission title={t('hidden')}>{t('hiddenBody', { permission: missingPermission })}</NoPermission>;
  }
  if (!request || !response) {
    const isRead = method === 'GET' && status < 400;
    return (
      <Section title={t('body')}>
        <Text size="sm" c="dimmed">
          {operation === '/mcp' ? t('ofMessage') : t(isRead ? 'notKept' : 'noBodies')}
        </Text>
      </Section>
    );
  }
  return (
    <>
      <Message part="request" message={request} />
      <Message part="response" message={response} />
    </>
  );
}

function Message({ part, message }: { part: 'request' | 'response'; message: LoggedMessageView }) {
  const { t } = useTexts('requests');
  const format = useFormat();
  const { headers, type, bytes, body, truncated } = message;
  const facts = [
    ...Object.entries(headers).map(([label, value]) => ({
      label,
      value: <span className="bh-anywhere">{value}</span>,
    })),
    { label: 'content-type', value: type },
    { label: t('length'), value: bytes !== null && bytes > 0 && t('bytes', { number: format.number(bytes) }) },
  ];
  const isOther = body === null && type !== null && (bytes === null || bytes > 0);
  // JSON is always kept, unless the request was rejected first.
  const isUnread = part === 'request' && type?.includes('json');
  return (
    <Section title={t(part)}>
      <Stack gap="md">
        <Facts facts={facts} />
        {body === null ? (
          <Text size="sm" c="dimmed">
            {isOther ? t(isUnread ? 'notRead' : 'otherType', { type }) : t('noBody')}
          </Text>
        ) : (
          <CodeBlock
            title={t(`bodyOf.${part}`)}
            code={indentJson(body)}
            copyText={body}
            copyLabel={t('copyBody')}
            wrap
          />
        )}
        {(truncated || body?.includes('…')) && (
          <Text size="xs" c="dimmed">
            {truncated && t('truncated')} {body?.includes('…') && t('redacted')}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
