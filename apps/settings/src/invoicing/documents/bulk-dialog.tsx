import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Progress, Radio, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { useRefreshRecords } from '../../shared/workspace/records.js';
import { useErrorTexts } from '../../shared/workspace/use-error-texts.js';
import {
  eachOf,
  isDraft,
  perform,
  reasonOf,
  type BulkAction,
  type BulkChannel,
  type BulkDocument,
  type BulkKind,
} from './bulk-run.js';

interface BulkDialogProps {
  readonly resource: 'invoices' | 'quotes';
  readonly kind: BulkKind;
  readonly documents: readonly BulkDocument[];
  readonly nameOf: (document: BulkDocument) => string;
  readonly onClose: () => void;
}

/** What a document has come to: done, or why it failed. */
type BulkOutcomes = ReadonlyMap<number, 'done' | { readonly reason: string }>;

/** Performs the action on one document after the other, with a result for each. */
function useBulkRun() {
  const { t } = useTexts('bulk');
  const words = useErrorTexts();
  const refresh = useRefreshRecords();
  const [outcomes, setOutcomes] = useState<BulkOutcomes>(new Map());
  const [running, setRunning] = useState<readonly BulkDocument[]>();
  const stopped = useRef(false);
  const run = async (action: BulkAction, documents: readonly BulkDocument[]) => {
    stopped.current = false;
    setRunning(documents);
    setOutcomes((before) => new Map([...before].filter(([id]) => !documents.some((one) => one.id === id))));
    await eachOf(documents, async (one) => {
      const outcome = await outcomeOf(action, one);
      setOutcomes((before) => new Map(before).set(one.id, outcome));
    });
    setRunning(undefined);
    if (action.kind === 'send') await refresh();
  };
  const outcomeOf = async (action: BulkAction, one: BulkDocument) => {
    if (stopped.current) return { reason: t('stopped') };
    try {
      await perform(action, one, outcomes.has(one.id));
      return 'done' as const;
    } catch (error) {
      return { reason: words(reasonOf(asApiError(error))) };
    }
  };
  return { run, outcomes, running, stop: () => (stopped.current = true) };
}

/** Sends the selected drafts, or downloads the PDFs of the selected documents. */
export function BulkDialog({ resource, kind, documents, nameOf, onClose }: BulkDialogProps) {
  const { t } = useTexts('bulk');
  const { sendsMail } = useSignedIn();
  const [channel, setChannel] = useState<BulkChannel>(sendsMail ? 'Email' : 'Link');
  const { run, outcomes, running, stop } = useBulkRun();
  const wanted = kind === 'send' ? documents.filter(isDraft) : documents;
  const others = documents.length - wanted.length;
  const action = { resource, kind, channel };
  const failed = wanted.filter(({ id }) => typeof outcomes.get(id) === 'object');
  const begun = running !== undefined || outcomes.size > 0;
  return (
    <Dialog
      opened
      onClose={() => !running && onClose()}
      withCloseButton={!running}
      title={t(`${kind}.title`, { count: wanted.length })}
    >
      <Stack gap="md">
        {!begun && (
          <>
            {others > 0 && (
              <Text size="sm">{wanted.length === 0 ? t('send.none') : t('send.others', { count: others })}</Text>
            )}
            {kind === 'pdf' && wanted.length > 1 && <Text size="sm">{t('pdf.body')}</Text>}
            {kind === 'send' && wanted.length > 0 && <ChannelField channel={channel} onChange={setChannel} />}
            <DialogButtons onCancel={onClose} closes={wanted.length === 0}>
              {wanted.length > 0 && <Button onClick={() => void run(action, wanted)}>{t(`${kind}.start`)}</Button>}
            </DialogButtons>
          </>
        )}
        {running && <RunProgress running={running} outcomes={outcomes} onStop={stop} />}
        {begun && !running && (
          <>
            <Text role="status">
              {t('done', { count: outcomes.size - failed.length })}
              {failed.length > 0 && `${DOT}${t('failed', { count: failed.length })}`}
            </Text>
            {failed.length > 0 && <Failures failed={failed} outcomes={outcomes} nameOf={nameOf} />}
            <DialogButtons onCancel={onClose} closes>
              {failed.length > 0 && (
                <Button onClick={() => void run(action, failed)}>{t('retry', { count: failed.length })}</Button>
              )}
            </DialogButtons>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

function ChannelField({ channel, onChange }: { channel: BulkChannel; onChange: (channel: BulkChannel) => void }) {
  const { t } = useTexts('bulk');
  return (
    <Radio.Group
      label={t('send.how')}
      value={channel}
      onChange={(value) => onChange(value === 'Email' ? 'Email' : 'Link')}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="Email" label={t('send.email')} description={t('send.emailHint')} />
        <Radio value="Link" label={t('send.link')} description={t('send.linkHint')} />
      </Stack>
    </Radio.Group>
  );
}

interface RunProgressProps {
  readonly running: readonly BulkDocument[];
  readonly outcomes: BulkOutcomes;
  readonly onStop: () => void;
}

function RunProgress({ running, outcomes, onStop }: RunProgressProps) {
  const { t } = useTexts('bulk');
  const done = running.filter(({ id }) => outcomes.has(id)).length;
  return (
    <>
      <Progress value={(100 * done) / running.length} aria-label={t('progress')} />
      <Text size="sm" role="status">
        {t('running', { done, total: running.length })}
      </Text>
      <div>
        <Button variant="default" onClick={onStop}>
          {t('stop')}
        </Button>
      </div>
    </>
  );
}

interface FailuresProps extends Pick<BulkDialogProps, 'nameOf'> {
  readonly failed: readonly BulkDocument[];
  readonly outcomes: BulkOutcomes;
}

function Failures({ failed, outcomes, nameOf }: FailuresProps) {
  const { t } = useTexts('bulk');
  return (
    <ul className="ws-failures" aria-label={t('failures')}>
      {failed.map((one) => {
        const outcome = outcomes.get(one.id);
        return (
          <li key={one.id}>
            <Text span size="sm" fw={600}>
              {nameOf(one)}
            </Text>
            <Text size="sm">{typeof outcome === 'object' && outcome.reason}</Text>
          </li>
        );
      })}
    </ul>
  );
}
