/** The package has no types of its own. */
declare module 'linebreak' {
  /** A place where a line may (or must, `required`) end: before the UTF-16 unit at `position`. */
  interface Break {
    position: number;
    required: boolean;
  }
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
