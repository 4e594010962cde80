import type { ResourceNamespaceMap, TFunction } from 'i18next';
import { useTranslation, type FallbackNs } from 'react-i18next';

export type TextNamespace = keyof ResourceNamespaceMap;

/** What `useTexts` gives, for a function that takes it. */
export type TextOf<N extends TextNamespace> = TFunction<FallbackNs<N>>;

/** The texts of one part of a program, in the language on screen: `const { t } = useTexts('keys')`. */
export function useTexts<const N extends TextNamespace>(namespace: N): { readonly t: TextOf<N> } {
  return useTranslation(namespace);
}

/** The language on screen. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
