// Generated from libs/domain by libs/sdk/generate.mjs. Do not edit.
/** A text in each language of the screens. */
export interface LocalizedText {
  readonly en: string;
  readonly fr: string;
}
