import type { AttemptView, WebhookDeliveryDetail } from '@billhook/contract/webhooks/delivery';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { copyText } from '@billhook/ui/copy-text';
import { indentJson } from '@billhook/ui/indent-json';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { UrlText } from '../frame/url-text.js';
import { curlCommand } from './curl-command.js';

interface AttemptRequestProps {
  readonly attempt: AttemptView;
  readonly delivery: WebhookDeliveryDetail;
}

/** The exact request: address, headers, signed text and body, and the same as a curl command. */
export function AttemptRequest({ attempt, delivery }: AttemptRequestProps) {
  const { t } = useTexts('portal');
  const { request } = attempt;
  const body = delivery.bodies[request.payload] ?? null;
  const hidden = delivery.missingPermission !== null;
  const copy = async () => {
    if (await copyText(curlCommand(request, body))) notify.done(t('drawer.curlCopied'));
    else notify.failed(t('ui:copyFailed'));
  };
  return (
    <section className="pt-exchange" aria-label={t('words.request')}>
      <div className="pt-exchange-head">
        <h4>{t('words.request')}</h4>
        {!hidden && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTerminal2 size={14} />}
            onClick={() => void copy()}
          >
            {t('drawer.curl')}
          </Button>
        )}
      </div>
      <dl className="pt-facts">
        <dt>{t('drawer.url')}</dt>
        <dd className="bh-mono">
          POST <UrlText url={request.url} />
        </dd>
        {attempt.remoteAddress && (
          <>
            <dt>{t('drawer.address')}</dt>
            <dd className="bh-mono">{attempt.remoteAddress}</dd>
          </>
        )}
        <dt>{t('drawer.payload')}</dt>
        <dd>{request.payload}</dd>
      </dl>
      <Headers title={t('drawer.requestHeaders')} copyLabel={t('drawer.copyHeaders')} headers={request.headers} />
      {request.signatureBase !== null && (
        <>
          <CodeBlock
            title={t('drawer.signatureBase')}
            code={`${request.signatureBase}${t('drawer.signatureBody')}`}
            {...(body !== null && {
              copyLabel: t('drawer.copySignatureBase'),
              copyText: request.signatureBase + body,
            })}
            wrap
          />
          <Text size="xs" c="dimmed">
            {t('drawer.signatureHint')}
          </Text>
        </>
      )}
      {body !== null && (
        <CodeBlock
          title={t('drawer.body')}
          code={indentJson(body)}
          copyLabel={t('drawer.copyBody')}
          copyText={body}
          wrap
        />
      )}
    </section>
  );
}

interface AttemptResponseProps {
  readonly attempt: AttemptView;
  /** Whether the body is hidden from the member. */
  readonly hidden: boolean;
}

/** The response with its headers; nothing if there was none. */
export function AttemptResponse({ attempt: { response }, hidden }: AttemptResponseProps) {
  const { t } = useTexts('portal');
  if (response === null) return null;
  return (
    <section className="pt-exchange" aria-label={t('words.response')}>
      <div className="pt-exchange-head">
        <h4>{t('drawer.responseOf', { status: response.status })}</h4>
      </div>
      <Headers title={t('drawer.responseHeaders')} copyLabel={t('drawer.copyHeaders')} headers={response.headers} />
      {response.body ? (
        <CodeBlock
          title={t('drawer.responseBody')}
          code={indentJson(response.body)}
          copyLabel={t('words.copyResponse')}
          copyText={response.body}
          wrap
        />
      ) : (
        !hidden && (
          <Text size="xs" c="dimmed">
            {t('words.emptyResponse')}
          </Text>
        )
      )}
      {response.truncated && (
        <Text size="xs" c="dimmed">
          {t('drawer.truncated')}
        </Text>
      )}
    </section>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly copyLabel: string;
  readonly headers: AttemptView['request']['headers'];
}

function Headers({ title, copyLabel, headers }: HeadersProps) {
  const lines = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}`),
  );
  if (lines.length === 0) return null;
  return <CodeBlock title={title} code={lines.join('\n')} copyLabel={copyLabel} wrap />;
}
