import {
  SNIPPET_PATH,
  SNIPPET_VARIABLES,
  type SnippetLanguage,
} from '@billhook/contract/webhooks/verification-snippets';

export type SnippetScheme = keyof typeof SNIPPET_VARIABLES;

/** The path of the endpoint, in characters that no language has to escape in a string. */
export function snippetPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' || /^[\w./~%-]+$/.test(pathname) ? pathname : SNIPPET_PATH;
}

/** A receiver with the path of the endpoint, which reads the key of its scheme from the environment. */
export const filledReceiver = (receiver: string, url: string, scheme: SnippetScheme): string =>
  receiver.replaceAll(SNIPPET_PATH, snippetPath(url)).replaceAll(SNIPPET_VARIABLES.v1, SNIPPET_VARIABLES[scheme]);

const STORED = 'billhook-snippet-language';

/** The language that was chosen last; the first one without a choice or without a store. */
export function storedLanguage(known: readonly SnippetLanguage[]): SnippetLanguage {
  try {
    const stored = localStorage.getItem(STORED);
    return known.find((language) => language === stored) ?? 'typescript';
  } catch {
    return 'typescript';
  }
}

/** Remembers the language for all endpoints. */
export function storeLanguage(language: SnippetLanguage): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // A browser may forbid the store: the choice then lasts as long as the page.
  }
}
