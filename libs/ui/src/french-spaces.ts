const NARROW = '\u202F';

/** A French text in which no line breaks before its double punctuation marks, or inside its quotation marks. */
export function withFrenchSpaces(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, NARROW).replaceAll('« ', `«${NARROW}`);
}
