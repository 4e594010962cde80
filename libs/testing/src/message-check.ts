import { messageSchema, type MessageForm } from '@billhook/contract/webhooks/event-type';
import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import ajvFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// As strict as a consumer can be: rejects unknown keywords and formats. Optimizing takes longer than the few messages of a worker gain.
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, code: { optimize: false } });
ajvFormats.default(ajv);

const validators = new Map<string, ValidateFunction>();

/** The members of each form, in order. */
const MEMBERS: Readonly<Record<MessageForm, readonly string[]>> = {
  full: ['id', 'type', 'createdAt', 'data'],
  changes: ['id', 'type', 'createdAt', 'data', 'changes', 'resourceVersion'],
  thin: ['id', 'type', 'createdAt', 'data'],
};

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENTS, type);

function validatorOf(type: EventType, form: MessageForm): ValidateFunction {
  const name = `${type} ${form}`;
  const known = validators.get(name) ?? ajv.compile(messageSchema(type, form));
  validators.set(name, known);
  return known;
}

function formOf(message: object): MessageForm {
  if ('changes' in message) return 'changes';
  const { data } = message as { data?: unknown };
  return typeof data === 'object' && data !== null && 'url' in data ? 'thin' : 'full';
}

/**
 * What is wrong with the text of a message, by the JSON Schema of its type and form in the catalogue.
 * @param type the event type of the message
 */
export function messageError(type: string, text: string): string | undefined {
  if (!isEventType(type)) return `${type} is no type of event`;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return `${type}: no JSON: ${text.slice(0, 100)}`;
  }
  if (typeof message !== 'object' || message === null) return `${type}: no object: ${text.slice(0, 100)}`;
  const form = formOf(message);
  const members = Object.keys(message);
  if (members.join() !== MEMBERS[form].join()) return `${type}, ${form}: has the members ${members.join(', ')}`;
  const validate = validatorOf(type, form);
  return validate(message) ? undefined : `${type}, ${form}: ${ajv.errorsText(validate.errors)}`;
}

/** @throws an Error that says what is wrong with the message */
export function checkMessage(type: string, text: string): void {
  const fault = messageError(type, text);
  if (fault !== undefined) throw new Error(`the message does not match its schema. ${fault}`);
}
