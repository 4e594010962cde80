/** The package has no types. */
declare module 'linebreak' {
  /** A position where a line may end (or must, if `required`): before the UTF-16 unit at `position`. */
  interface Break {
    position: number;
    required: boolean;
  }
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
