import type { DocumentAnswer } from '../document/document-api.js';

/** The props of every answer form. */
export interface AnswerFormProps {
  readonly seller: string;
  readonly onAnswer: (answer: DocumentAnswer) => void;
}

/** The id of the form, which the button of the dialog submits. */
export const ANSWER_FORM = 'answer';
