import { emailError } from '../../shared/email-address.js';
import { luhn } from './vat-number-forms.js';

/** An identifier, and the register or network that it belongs to. */
export interface Identifier {
  /** Absent for a register that has no code. */
  readonly scheme?: string | undefined;
  readonly value: string;
}

/** Which member has a mistake, and how to correct it. */
export interface IdentifierError {
  readonly member: keyof Identifier;
  readonly message: string;
}

/** The code lists of identifiers: of registers, and of networks that deliver electronic invoices. */
export type IdentifierList = 'icd' | 'eas';

/** ISO 6523 has withdrawn these, or never assigned them. */
const UNASSIGNED: readonly number[] = [92, 103, 181, 182];

/** BR-CL-11 of EN 16931: the codes of ISO 6523 up to 0240. */
const ICD = Array.from({ length: 239 }, (_, at) => at + 2)
  .filter((code) => !UNASSIGNED.includes(code))
  .map((code) => String(code).padStart(4, '0'));

/** BR-CL-25 of EN 16931: the Electronic Address Scheme of the European Commission. */
const EAS = `
0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 0194 0195
0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 9910
9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942
9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM
`
  .trim()
  .split(/\s+/);

const LISTS: Readonly<Record<IdentifierList, ReadonlySet<string>>> = { icd: new Set(ICD), eas: new Set(EAS) };

export const SCHEME_PATTERNS: Readonly<Record<IdentifierList, RegExp>> = {
  icd: new RegExp(`^(?:${ICD.join('|')})$`),
  eas: new RegExp(`^(?:${EAS.join('|')})$`),
};

const LIST_NAMES: Readonly<Record<IdentifierList, string>> = {
  icd: 'must be an ISO 6523 code, like 0002 for a SIREN',
  eas: 'must be a code of the Electronic Address Scheme (EAS), like 0088 for a GLN',
};

/** Names of registers that people enter instead of their code. */
const MEANT: Readonly<Record<string, string>> = {
  DUNS: '0060',
  EMAIL: 'EM',
  GLN: '0088',
  KVK: '0106',
  LEI: '0199',
  SIREN: '0002',
  SIRENE: '0002',
  SIRET: '0009',
};

/** By country, the registers of companies that have no code of ISO 6523: EN 16931 takes their numbers without a scheme (BT-30, BT-47). */
export const REGISTERS_WITHOUT_CODE: Readonly<Record<string, string>> = {
  AT: 'Firmenbuch (FN)',
  BG: 'Targovski registar (EIK)',
  CY: 'Registrar of Companies (HE)',
  DE: 'Handelsregister (HRB, HRA)',
  ES: 'Registro Mercantil',
  GB: 'Companies House (CRN)',
  GR: 'GEMI',
  HR: 'Sudski registar (MBS)',
  HU: 'Cégjegyzék',
  IE: 'CRO',
  IT: 'Registro Imprese (REA)',
  LI: 'Handelsregister (FL)',
  LU: 'RCS',
  MT: 'Malta Business Registry (MBR)',
  PL: 'KRS',
  PT: 'Registo Comercial',
  RO: 'Registrul Comerțului (ONRC)',
  SI: 'Sodni register',
};

/** The names, and the abbreviations in brackets. */
const NAMES_WITHOUT_CODE = new Set(
  Object.values(REGISTERS_WITHOUT_CODE).flatMap((names) =>
    names
      .toUpperCase()
      .split(/ \(|, |\)/)
      .filter(Boolean),
  ),
);

interface Register {
  readonly form: RegExp;
  /** The form in words that follow "must have". */
  readonly takes: string;
  readonly holds: (value: string) => boolean;
}

/** The registers whose numbers have a check digit that is known here. Separators in them mean nothing. */
const REGISTERS: Readonly<Record<string, Register>> = {
  '0002': { form: /^\d{9}$/, takes: 'the 9 digits of a SIREN', holds: luhn },
  '0009': { form: /^\d{14}$/, takes: 'the 14 digits of a SIRET', holds: siret },
  '0088': { form: /^\d{13}$/, takes: 'the 13 digits of a GLN', holds: gln },
  '0208': {
    form: /^[01]\d{9}$/,
    takes: 'the 10 digits of a Belgian enterprise number, which begin with 0 or 1',
    holds: (value) => 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8)),
  },
};

/** The branches of La Poste have numbers whose digits add up to a multiple of 5 instead. */
function siret(value: string): boolean {
  const sum = Array.from(value, Number).reduce((total, digit) => total + digit, 0);
  return luhn(value) || (value.startsWith('356000000') && sum % 5 === 0);
}

/** GS1: weights 3 and 1 from the right. */
function gln(value: string): boolean {
  const sum = Array.from(value, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The stored form: without spaces, dots and hyphens where the register is known. */
export function normalIdentifier<T extends Identifier>(identifier: T): T {
  if (!Object.hasOwn(REGISTERS, identifier.scheme ?? '')) return identifier;
  return { ...identifier, value: identifier.value.replace(/[\s.-]/g, '') };
}

/** What is wrong with a normalized identifier, or undefined. Does not check whether it is registered. Networks always have a code. */
export function identifierError({ scheme, value }: Identifier, list: IdentifierList): IdentifierError | undefined {
  if (scheme === undefined && list === 'icd') return undefined;
  if (scheme === undefined || !LISTS[list].has(scheme))
    return { member: 'scheme', message: schemeError(scheme ?? '', list) };
  const register = REGISTERS[scheme];
  const message = scheme === 'EM' ? emailError(value) : register && numberError(register, value);
  return message === undefined ? undefined : { member: 'value', message };
}

function schemeError(scheme: string, list: IdentifierList): string {
  const name = scheme.trim().toUpperCase();
  if (list === 'icd' && NAMES_WITHOUT_CODE.has(name))
    return `${LIST_NAMES.icd}: omit it, because this register has no code`;
  const meant = MEANT[name];
  return meant && LISTS[list].has(meant) ? `${LIST_NAMES[list]}: did you mean ${meant}?` : LIST_NAMES[list];
}

function numberError({ form, takes, holds }: Register, value: string): string | undefined {
  if (!form.test(value)) return `must have ${takes}`;
  return holds(value) ? undefined : 'must have a valid check digit: compare it with the original';
}
