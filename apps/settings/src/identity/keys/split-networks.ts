/** The networks of a text: one a line, or separated by commas or spaces. */
export function splitNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
