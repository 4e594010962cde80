import type { ResourceNamespaceMap, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

export type TextNamespace = keyof ResourceNamespaceMap;

/** Texts that several parts of a program show, named with their namespace: `t('words:name')`. */
type SharedNamespace = Extract<TextNamespace, 'ui' | 'words' | 'forms' | 'workspace' | 'documents'>;

/** The return value of `useTexts`, for functions that take it. */
export type TextOf<N extends TextNamespace> = TFunction<[N, SharedNamespace]>;

/** The texts of one part of a program, in the current language: `const { t } = useTexts('keys')`. */
export function useTexts<const N extends TextNamespace>(namespace: N): { readonly t: TextOf<N> } {
  return useTranslation(namespace) as unknown as { readonly t: TextOf<N> };
}

/** The current language. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
