import type { ResourceNamespaceMap, TFunction } from 'i18next';
import { useTranslation, type FallbackNs } from 'react-i18next';

export type TextNamespace = keyof ResourceNamespaceMap;

/** The return value of `useTexts`, for functions that take it. */
export type TextOf<N extends TextNamespace> = TFunction<FallbackNs<N>>;

/** The texts of one part of a program, in the current language: `const { t } = useTexts('keys')`. */
export function useTexts<const N extends TextNamespace>(namespace: N): { readonly t: TextOf<N> } {
  return useTranslation(namespace);
}

/** The current language. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
