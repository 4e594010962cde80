type MessageMembers = Readonly<Record<string, unknown>>;

/** A rule of `params` that is checked before the SDK, which responds with its validator's report. */
interface ParameterRule {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
  readonly isRequired?: boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const isMembers = (value: unknown): value is MessageMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXT: ParameterRule = { is: isText, words: 'a string' };
const REQUIRED_TEXT: ParameterRule = { ...TEXT, isRequired: true };
const OBJECT: ParameterRule = { is: isMembers, words: 'an object' };
const TEXTS: ParameterRule = {
  is: (value) => isMembers(value) && Object.values(value).every(isText),
  words: 'an object of strings',
};

const PARAMETERS: Readonly<Record<string, Readonly<Record<string, ParameterRule>>>> = {
  'tools/list': { cursor: TEXT },
  'tools/call': { name: REQUIRED_TEXT, arguments: OBJECT },
  'prompts/list': { cursor: TEXT },
  'prompts/get': { name: REQUIRED_TEXT, arguments: TEXTS },
  'resources/list': { cursor: TEXT },
  'resources/templates/list': { cursor: TEXT },
  'resources/read': { uri: REQUIRED_TEXT },
};

/** A message without the members that are null. Clients in several languages write null for a member that is absent. */
export function withoutNullParams(message: unknown): unknown {
  if (!isMembers(message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  return isMembers(params) ? { ...rest, params: withoutNulls(params) } : message;
}

const withoutNulls = (params: MessageMembers): MessageMembers =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

/** What is wrong with the parameters of a method, as a sentence; undefined if nothing is, or the method is not known. */
export function parameterError(message: unknown): string | undefined {
  if (!isMembers(message) || typeof message['method'] !== 'string') return undefined;
  const { method, params = {} } = message;
  if (!Object.hasOwn(PARAMETERS, method)) return undefined;
  if (!isMembers(params)) return `The params of ${method} must be an object.`;
  const wrong = Object.entries(PARAMETERS[method] ?? {}).find(([name, { is, isRequired = false }]) =>
    params[name] === undefined ? isRequired : !is(params[name]),
  );
  if (!wrong) return undefined;
  const [name, { words }] = wrong;
  return params[name] === undefined ? `${method} needs params.${name}.` : `params.${name} must be ${words}.`;
}
