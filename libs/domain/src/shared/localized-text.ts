/** A text in each language of the screens. */
export interface LocalizedText {
  readonly en: string;
  readonly fr: string;
}
