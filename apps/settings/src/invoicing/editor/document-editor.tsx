import './editor.css';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { asApiError } from '@billhook/ui/api-fetch';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { SaveError } from '../../shared/forms/save-error.js';
import { RestoredNotice, useKeptInput } from '../../shared/forms/use-kept-input.js';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordHeader } from '../../shared/workspace/detail.js';
import { useRecord, sendChange, useRefreshRecords } from '../../shared/workspace/records.js';
import { useErrorPlaces } from '../documents/use-error-places.js';
import { usePartyRepair } from '../repairs/use-party-repair.js';
import { AdjustmentList } from './adjustment-list.js';
import { ClientAndDatesSection } from './client-and-dates-section.js';
import { createBody, updateBody } from './draft-body.js';
import { fieldId, hasContent } from './draft-errors.js';
import { asCurrency, withNewKeys, type DocumentKind, type Draft, type StoredDocument } from './draft.js';
import { ErrorSummary } from './error-summary.js';
import { useInheritedTexts, useRefilledTexts } from './inherited-texts.js';
import { LineList } from './line-list.js';
import { NotesAndTermsSection } from './notes-and-terms-section.js';
import { READY_ID, ReadyPanel } from './ready-panel.js';
import { ReferencesSection } from './references-section.js';
import { TotalsLine, TotalsSection } from './totals-section.js';
import { useEditor } from './use-editor.js';

const NewClientDialog = lazy(() =>
  import('../repairs/new-client-dialog.js').then((file) => ({ default: file.NewClientDialog })),
);
const SendDialog = lazy(() => import('../documents/send-dialog.js').then((file) => ({ default: file.SendDialog })));

interface DocumentEditorProps {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly back: ReactNode;
  readonly initial: Draft;
  /** The stored draft to edit; undefined for a new one. */
  readonly stored?: StoredDocument;
  /** Its latest version: higher than the stored one if someone else has changed it. */
  readonly latest?: number;
  /** Leaves the editor: to the document, or without one to the list. */
  readonly onLeave: (document: StoredDocument | undefined) => void;
  /** Reloads the stored draft after someone else has changed it. */
  readonly onReload?: () => void;
}

/** The editor of invoices and quotes, with the same fields, totals and keyboard shortcuts. */
export function DocumentEditor({ kind, title, back, initial, stored, onLeave, ...others }: DocumentEditorProps) {
  const { t } = useTexts('editor');
  const { onReload, latest = stored?.version ?? 0 } = others;
  const resource = kind === 'invoice' ? 'invoices' : 'quotes';
  const placeOf = useErrorPlaces();
  const refresh = useRefreshRecords();
  const { restored: kept, keep } = useKeptInput<Draft>(
    `${kind}:${stored ? `${stored.id}@${stored.version}` : `new:${initial.clientId ?? ''}`}`,
  );
  const [restored] = useState(() => kept && withNewKeys({ ...initial, ...kept }));
  const [clientId, setClientId] = useState((restored ?? initial).clientId);
  const mayReadClients = useHolds('client.read');
  const client = useRecord('clients', clientId ?? 0, { enabled: mayReadClients && clientId !== undefined }).data;
  const editor = useEditor(kind, initial, restored, client);
  const { draft, fieldErrors, dirty, edit } = editor;
  const texts = useInheritedTexts(client, draft.locale);
  const [saving, setSaving] = useState<'save' | 'send'>();
  const [error, setError] = useState<Error>();
  const [made, setMade] = useState<StoredDocument>();
  // The send dialog can change the client and the company, whose texts a stored draft no longer takes.
  useRefilledTexts(editor, stored || made ? undefined : texts);
  const [newClient, setNewClient] = useState<{ readonly name: string }>();
  const { repair, dialog } = usePartyRepair(client, () => document.getElementById(READY_ID)?.focus());
  const form = useRef<HTMLFormElement>(null);
  const { question, release } = useUnsavedGuard(dirty, () => keep(undefined));

  const leave = (document: StoredDocument | undefined) => {
    release();
    onLeave(document);
  };

  useEffect(() => {
    keep(dirty ? draft : undefined);
  }, [dirty, draft, keep]);

  const attempt = useRef<'save' | 'send'>('save');
  /** @param over saves with any version of the stored draft */
  const save = async (how: 'save' | 'send', over = false) => {
    if (saving || !editor.check(how) || draft.clientId === undefined) return;
    attempt.current = how;
    setSaving(how);
    setError(undefined);
    try {
      const saved = stored
        ? await sendChange<StoredDocument>(resource, stored.id, {
            method: 'PATCH',
            ...(!over && { version: stored.version }),
            body: updateBody(kind, draft, draft.clientId, initial),
          })
        : await sendChange<StoredDocument>(resource, undefined, {
            body: createBody(kind, draft, draft.clientId, { texts, expiryDate: initial.expiryDate }),
          });
      editor.markSaved();
      release();
      await refresh();
      if (how === 'send') setMade(saved);
      else leave(saved);
    } catch (failure) {
      setError(asApiError(failure));
      editor.refuse(failure);
    } finally {
      setSaving(undefined);
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  /** A new document takes the currency of its client, unless lines already have prices. */
  const chooseClient = (chosen: ClientView) => {
    setClientId(chosen.id);
    if (stored) return;
    const { currency } = chosen;
    const priced = draft.lines.some(({ unitPrice }) => unitPrice !== '');
    if (currency !== null && !priced) edit({ type: 'set', patch: { currency: asCurrency(currency) } });
  };
  const placed = error !== undefined && asApiError(error).errors.length > 0;

  return (
    <>
      <form
        ref={form}
        className="ed-frame"
        // The send dialog covers it; on a phone, its fields could otherwise be reached behind the dialog.
        inert={made !== undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save('save');
        }}
      >
        <div className="ed-scroll">
          <RecordHeader title={title} back={back} />
          {restored && dirty && (
            <RestoredNotice
              onDiscard={() => {
                edit({ type: 'reset', to: initial });
                setClientId(initial.clientId);
              }}
            />
          )}
          <ErrorSummary
            draft={draft}
            fieldErrors={fieldErrors}
            asked={editor.asked}
            onRepair={repair}
            onFocus={editor.focusNow}
          />
          <ReadyPanel
            draft={draft}
            problems={editor.problems}
            complete={draft.clientId !== undefined && hasContent(draft) && fieldErrors.length === 0}
            onRepair={repair}
            onFocus={editor.focusNow}
          />
          <div className="ed-layout">
            <div className="ws-main ed-top">
              <ClientAndDatesSection
                kind={kind}
                editor={editor}
                client={client}
                stored={stored}
                onClient={chooseClient}
                onNewClient={(name) => setNewClient({ name })}
              />
              <LineList editor={editor} />
              <AdjustmentList editor={editor} />
            </div>
            <div className="ed-side">
              <TotalsSection editor={editor} />
            </div>
            <div className="ws-main ed-bottom">
              <ReferencesSection kind={kind} editor={editor} client={client} isStored={stored !== undefined} />
              <NotesAndTermsSection editor={editor} client={client} inherited={texts} />
            </div>
          </div>
        </div>
        <div className="ed-foot">
          <SaveError
            error={placed ? undefined : error}
            outdated={stored && latest > stored.version && dirty && !saving}
            onReload={onReload}
            onOverwrite={() => void save(attempt.current, true)}
            conflict={
              stored && {
                ...{ resource, base: stored, latest, labelOf: placeOf },
                mine: () => (draft.clientId === undefined ? {} : updateBody(kind, draft, draft.clientId, initial)),
              }
            }
          />
          <TotalsLine editor={editor} />
          <Group gap="sm" justify="flex-end">
            {dirty && (
              <Text size="sm" c="dimmed" visibleFrom="md">
                {t('unsaved')}
              </Text>
            )}
            <Button variant="subtle" color="gray" visibleFrom="sm" onClick={() => onLeave(stored)}>
              {t('ui:cancel')}
            </Button>
            <Button variant="default" type="submit" loading={saving === 'save'}>
              {t('save')}
            </Button>
            <Button loading={saving === 'send'} onClick={() => void save('send')}>
              {t('saveAndSend')}
            </Button>
          </Group>
        </div>
      </form>
      {question}
      {dialog}
      <Suspense>
        {newClient && (
          <NewClientDialog
            name={newClient.name}
            addressed={kind === 'invoice'}
            onClose={() => setNewClient(undefined)}
            onCreated={(created) => {
              setNewClient(undefined);
              edit({ type: 'set', patch: { clientId: created.id } }, fieldId('clientId'));
              chooseClient(created);
            }}
          />
        )}
        {made && <SendDialog resource={resource} document={made} placeOf={placeOf} onClose={() => leave(made)} />}
      </Suspense>
    </>
  );
}
