interface TextTree {
  readonly [key: string]: string | TextTree;
}

function flatten(texts: TextTree, path = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(path + key, value);
    else for (const [inner, text] of flatten(value, `${path}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1])
    .toSorted()
    .join();

/**
 * The keys that a translation lacks, has in excess, or has with other placeholders than the original.
 * @returns the paths of the wrong texts; empty if both agree
 */
export function translationFaults(original: TextTree, translation: TextTree): string[] {
  const source = flatten(original);
  const target = flatten(translation);
  const keys = new Set([...source.keys(), ...target.keys()]);
  return [...keys].filter((key) => {
    const [text, twin] = [source.get(key), target.get(key)];
    return !text || !twin || placeholders(text) !== placeholders(twin);
  });
}
