/** The networks in a text: one per line, or separated by commas or spaces. */
export function splitNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
