import type { ClientView } from '@billhook/contract/invoicing/client';
import { inheritedTexts, NO_CLIENT } from '@billhook/domain/invoicing/document-defaults';
import { useEffect, useMemo, useRef } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { fieldId } from './draft-errors.js';
import { newKey } from './draft.js';
import type { Editor } from './use-editor.js';

/** The terms and notes that a new document takes from its client and the company. */
export type InheritedTexts = ReturnType<typeof inheritedTexts>;

/** What the editor of a new document begins with; undefined if the person may not read clients, whose values precede those of the company. */
export function useInheritedTexts(client: ClientView | undefined, locale: string): InheritedTexts | undefined {
  const { company } = useSignedIn();
  const mayReadClients = useHolds('client.read');
  return useMemo(
    () => (mayReadClients ? inheritedTexts(company, client ?? NO_CLIENT, locale || null) : undefined),
    [company, client, locale, mayReadClients],
  );
}

/** Replaces the inherited texts of a new document when its client or its language changes, unless they were edited. */
export function useRefilledTexts({ draft, edit }: Editor, texts: InheritedTexts | undefined): void {
  const filled = useRef(texts);
  useEffect(() => {
    const before = filled.current;
    filled.current = texts;
    if (!texts || !before || before === texts) return;
    if (draft.terms === (before.terms ?? ''))
      edit({ type: 'set', patch: { terms: texts.terms ?? '' } }, fieldId('terms'));
    const written = draft.notes.map(({ text }) => text);
    if (JSON.stringify(written) === JSON.stringify(before.notes))
      edit({ type: 'setNotes', notes: texts.notes.map((text) => ({ key: newKey(), text })) });
  }, [texts, draft, edit]);
}
