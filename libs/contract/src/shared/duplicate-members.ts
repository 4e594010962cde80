const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** The number of members in valid JSON: its colons outside of strings. */
export function countMembers(json: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === COLON) count++;
    else if (json[at] === QUOTE) {
      for (at++; json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
    }
  }
  return count;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

interface Level {
  /** The names of an object so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The member or element that is read. */
  place: string | number;
  expectsName: boolean;
}

/**
 * The path of the first member that its object has twice, in valid JSON; undefined without one. JavaScript and most parsers take the last
 * of them, others the first (RFC 8259, 4), so that two programs read different values.
 */
export function duplicateMember(json: string): string[] | undefined {
  const levels: Level[] = [];
  for (const [token] of json.matchAll(TOKEN)) {
    const top = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), place: '', expectsName: true });
    else if (token === '[') levels.push({ names: undefined, place: 0, expectsName: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (!top) continue;
    else if (token === ',') {
      if (top.names) top.expectsName = true;
      else top.place = Number(top.place) + 1;
    } else if (top.expectsName && top.names) {
      top.place = String(JSON.parse(token));
      top.expectsName = false;
      if (top.names.has(top.place)) return levels.map(({ place }) => String(place));
      top.names.add(top.place);
    }
  }
  return undefined;
}
