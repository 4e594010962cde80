import type { ResourceNamespaceMap } from 'i18next';

/** A translation has exactly the keys of the English texts. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

/** The translation of a namespace. */
export type TranslationOf<N extends keyof ResourceNamespaceMap> = Translation<ResourceNamespaceMap[N]>;
