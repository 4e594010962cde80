/** A text in each language of the screens. */
export interface Words {
  readonly en: string;
  readonly fr: string;
}
