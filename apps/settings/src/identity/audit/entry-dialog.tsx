import type { AuditRow } from '@billhook/contract/identity/audit';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { Dialog } from '@billhook/ui/components/dialog';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useProgramName } from '../../shared/workspace/program-name.js';
import type { AuditSearch } from './audit-search.js';
import { useAuditTexts } from './use-audit-texts.js';
import { useDetailTexts } from './use-detail-texts.js';

interface EntryDialogProps {
  readonly entry: AuditRow;
  /** Called to show the other entries of its person, its key or its target. */
  readonly onFilter: (search: AuditSearch) => void;
  readonly onClose: () => void;
}

/** An entry with all of its members. */
export function EntryDialog({ entry, onFilter, onClose }: EntryDialogProps) {
  const { t } = useTexts('audit');
  const format = useFormat();
  const words = useAuditTexts();
  const detailWords = useDetailTexts();
  const { id, at, actorKind, memberId, keyId, target, ip, userAgent, requestId, prevHash, hash } = entry;
  const programName = useProgramName();
  const about = words.target(entry);
  const actor = words.actor(entry);
  const { changed, before, after, ...others } = entry.details;
  const changes = changesIn(changed) ?? changesBetween(before, after);
  const details = changes ? others : entry.details;
  return (
    <Dialog opened onClose={onClose} title={words.action(entry)} size="lg">
      <Stack gap="lg">
        <Facts
          facts={[
            { label: t('when'), value: format.dateTime(at) },
            {
              label: t('who'),
              value: (
                <>
                  {[actor.name, actor.which].filter(Boolean).join(DOT)}
                  {keyId !== null && <More text={t('ofKey')} onClick={() => onFilter({ keyId })} />}
                  {memberId !== null && <More text={t('ofPerson')} onClick={() => onFilter({ memberId })} />}
                </>
              ),
            },
            { label: t('details.kind'), value: t(`kinds.${actorKind}`) },
            {
              label: t('target'),
              value: target !== null && (
                <>
                  {[about?.name, about?.which].filter(Boolean).join(DOT)}
                  <More text={t('ofTarget')} onClick={() => onFilter({ target })} />
                </>
              ),
            },
          ]}
        />
        {changes && changes.length > 0 && <Changes changes={changes} />}
        {Object.keys(details).length > 0 && (
          <Part title={t('details.more')}>
            <Facts
              facts={Object.entries(details).map(([name, value]) => ({
                label: detailWords.field(name),
                value: <Value text={detailWords.value(name, value)} />,
              }))}
            />
          </Part>
        )}
        <Part title={t('from')}>
          <Facts
            facts={[
              { label: t('words:ipAddress'), value: ip },
              {
                label: t('details.userAgent'),
                value: userAgent && <span title={userAgent}>{programName(entry)}</span>,
              },
              {
                label: t('details.requestId'),
                value: requestId && (
                  <>
                    <Copied text={requestId} label={t('details.copyRequest')} />
                    {/* The request log has the requests to the API, and none of the settings. */}
                    {(actorKind === 'key' || actorKind === 'app') && (
                      <PageLink to="/logs/$id" params={{ id: requestId }} size="xs">
                        {t('details.openRequest')}
                      </PageLink>
                    )}
                  </>
                ),
              },
              { label: t('details.entry'), value: String(id) },
              { label: t('details.hash'), value: <Copied text={hash} label={t('details.copyHash')} /> },
              {
                label: t('details.prevHash'),
                value: prevHash ? <span className="bh-mono">{prevHash}</span> : t('details.isFirst'),
              },
            ]}
          />
        </Part>
      </Stack>
    </Dialog>
  );
}

interface Changed {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The values before and after, by name, if the details contain them; older entries contain only names. */
function changesIn(changed: unknown): Changed[] | undefined {
  if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) return undefined;
  const entries: [string, unknown][] = Object.entries(changed);
  return entries.map(([name, change]) => {
    const isPair = typeof change === 'object' && change !== null && 'from' in change && 'to' in change;
    return isPair ? { name, from: change.from, to: change.to } : { name, from: undefined, to: change };
  });
}

/** For entries that contain the complete values before and after. */
function changesBetween(before: unknown, after: unknown): Changed[] | undefined {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return undefined;
  const were = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .map(([name, to]: [string, unknown]) => ({ name, from: were.get(name), to }))
    .filter(({ from, to }) => from !== to);
}

function Changes({ changes }: { changes: readonly Changed[] }) {
  const { t } = useTexts('audit');
  const detailWords = useDetailTexts();
  const columns: Column<Changed>[] = [
    {
      key: 'name',
      header: t('details.member'),
      wide: true,
      render: ({ name }) => detailWords.field(name),
    },
    {
      key: 'before',
      header: t('details.before'),
      render: ({ name, from }) => <Value text={detailWords.value(name, from)} />,
    },
    {
      key: 'after',
      header: t('details.after'),
      render: ({ name, to }) => <Value text={detailWords.value(name, to)} />,
    },
  ];
  return (
    <Part title={t('details.changes')}>
      <div className="bh-panel">
        <DataTable label={t('details.changes')} columns={columns} rows={changes} rowKey={({ name }) => name} />
      </div>
    </Part>
  );
}

const Value = ({ text }: { text: string }) => <span className="bh-anywhere st-audit-value">{text}</span>;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function More({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <div>
      <Anchor component="button" type="button" size="xs" onClick={onClick}>
        {text}
      </Anchor>
    </div>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <span className="bh-mono">{text}</span>
      <CopyButton text={text} label={label} />
    </Group>
  );
}
