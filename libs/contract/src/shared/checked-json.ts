import { inexactNumber, NOT_EXACT } from '@billhook/domain/shared/exact-numbers';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { shortened } from '@billhook/domain/shared/shortened';
import { pointer } from './body-errors.js';
import { NOT_KNOWN } from './did-you-mean.js';
import { countMembers, duplicateMember } from './duplicate-members.js';

/** Deeper than any sensible body, and shallow enough for recursive functions. */
const MOST_DEPTH = 32;

/** Members with a special meaning in JavaScript. No member of ours has such a name, and ignoring them would hide a mistake. */
export const NO_MEMBERS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The value of a body, or of a line that is one.
 * @param bytes the text in UTF-8
 * @throws SyntaxError for what is not JSON, Problem malformed_json for a member twice or too many levels, invalid_body for a forbidden member
 */
export function parseChecked(text: string, bytes: Uint8Array): unknown {
  const value: unknown = JSON.parse(text);
  const members = checkMembers(value, []);
  // An object keeps one of two members with the same name, so that fewer members were read than were sent.
  if (countMembers(bytes) > members) throw duplicateProblem(text);
  return value;
}

/** @throws Problem invalid_body for a number that parsing changes: 9007199254740993 would become 9007199254740992 */
export function checkNumbers(text: string): void {
  const place = inexactNumber(text);
  if (place === undefined) return;
  throw invalidBody(place, 'number_not_exact', NOT_EXACT);
}

function duplicateProblem(text: string): Problem {
  const path = pointer(duplicateMember(text) ?? []);
  return new Problem('malformed_json', `The body has the member ${shortened(path, 200)} twice. Send each member once.`);
}

/**
 * @returns the number of members, of all levels
 * @throws Problem malformed_json for a body nested too deeply, invalid_body for a forbidden member name
 */
function checkMembers(value: unknown, path: (string | number)[]): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (path.length >= MOST_DEPTH)
    throw new Problem('malformed_json', `The body is nested more than ${MOST_DEPTH} levels deep.`);
  if (Array.isArray(value)) {
    // By index: `Object.entries` of half a million numbers takes longer than their JSON.
    let below = 0;
    for (let index = 0; index < value.length; index++) below += checkBelow(value[index], index, path);
    return below;
  }
  const names = Object.keys(value);
  let count = names.length;
  for (const name of names) {
    if (NO_MEMBERS.has(name)) throw invalidBody(pointer([...path, name].map(String)), 'unknown_property', NOT_KNOWN);
    count += checkBelow((value as Record<string, unknown>)[name], name, path);
  }
  return count;
}

function checkBelow(inner: unknown, place: string | number, path: (string | number)[]): number {
  if (typeof inner !== 'object' || inner === null) return 0;
  path.push(place);
  const count = checkMembers(inner, path);
  path.pop();
  return count;
}
