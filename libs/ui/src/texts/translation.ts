/** A translation has every key of the English texts, no more and no fewer. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };
