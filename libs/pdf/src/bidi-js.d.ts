/** The used part of the package, whose own types describe an ES module, which it is not. */
declare module 'bidi-js' {
  interface Bidi {
    /** Levels by UTF-16 unit: odd ones run from right to left. A paragraph has the level of its first strong letter. */
    getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] };
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
