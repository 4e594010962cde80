import type { ResourceNamespaceMap, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

export type TextNamespace = keyof ResourceNamespaceMap;

/** The words that several parts of a program show, where it has them: `t('words:name')`. */
type SharedWords = Extract<TextNamespace, 'words'>;

/** The return value of `useTexts`, for functions that take it. */
export type TextOf<N extends TextNamespace> = TFunction<[N, SharedWords]>;

/** The texts of one part of a program, in the current language: `const { t } = useTexts('keys')`. */
export function useTexts<const N extends TextNamespace>(namespace: N): { readonly t: TextOf<N> } {
  return useTranslation(namespace) as unknown as { readonly t: TextOf<N> };
}

/** The current language. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
