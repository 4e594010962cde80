/** The format of the VAT numbers of a country, without the prefix. */
export interface VatNumberForm {
  readonly pattern: RegExp;
  /** The format in words that follow "takes". */
  readonly takes: string;
  /** A number with valid check digits. */
  readonly example: string;
  /** Whether the check digits are valid. Called only for numbers with a valid format. */
  readonly holds: (body: string) => boolean;
  /** Whether specimen numbers of the authority have invalid check digits. Such numbers are accepted with a warning. */
  readonly specimensFail?: boolean;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);
const last = (text: string): number => Number(text.at(-1));

/** The sum of digits times weights; digits without a weight do not count. */
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);

const downFrom = (first: number, to = 2): number[] => Array.from({ length: first - to + 1 }, (_, at) => first - at);

/** Luhn: ISO/IEC 7812-1. */
export function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

/** ISO 7064 mod 11,10. */
function mod11And10(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce((before, digit) => (((before + digit) % 10 || 10) * 2) % 11, 10);
  return (product + last(text)) % 10 === 1;
}

/** ISO 7064 mod 97,10 over letters and digits. */
const mod97 = (text: string): number =>
  Array.from(
    text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)),
    Number,
  ).reduce((rest, digit) => (rest * 10 + digit) % 97, 0);

function austria(body: string): boolean {
  const sum = digitsOf(body.slice(1, 8)).reduce((total, digit, at) => {
    const product = digit * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (96 - sum) % 10 === last(body);
}

function bulgaria(body: string): boolean {
  if (body.length === 9) {
    const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    return (first === 10 ? (weighted(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first) === last(body);
  }
  // Numbers with ten digits belong to citizens, foreigners or other persons.
  const other = (11 - (weighted(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return [
    (weighted(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10,
    weighted(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10,
    other,
  ].includes(last(body));
}

function cyprus(body: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = digitsOf(body.slice(0, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === body[8];
}

function czechia(body: string): boolean {
  if (body.length === 8) return ((11 - (weighted(body, downFrom(8)) % 11)) % 11 || 1) % 10 === last(body);
  // Numbers of nine digits belong to persons born before 1954, without a check digit, or begin with 6.
  if (body.length === 9) return true;
  const rest = Number(body.slice(0, 9)) % 11;
  return rest % 10 === last(body);
}

function greece(body: string): boolean {
  const sum = digitsOf(body.slice(0, 8)).reduce((total, digit) => total * 2 + digit, 0);
  return ((sum * 2) % 11) % 10 === last(body);
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPANISH_COMPANY_LETTERS = 'JABCDEFGHI';

function spain(body: string): boolean {
  const [first = '', end = ''] = [body[0], body.at(-1)];
  if (/[0-9XYZ]/.test(first)) {
    const number = Number(body.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
    return SPANISH_LETTERS[number % 23] === end;
  }
  if (/[KLM]/.test(first)) return SPANISH_LETTERS[Number(body.slice(1, 8)) % 23] === end;
  const digit = Array.from({ length: 10 }, (_, at) => at).find((at) => luhn(`${body.slice(1, 8)}${at}`)) ?? 0;
  return end === String(digit) || end === SPANISH_COMPANY_LETTERS[digit];
}

const FRENCH_KEYS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function france(body: string): boolean {
  const [key, siren] = [body.slice(0, 2), Number(body.slice(2))];
  if (/^\d\d$/.test(key)) return (12 + 3 * (siren % 97)) % 97 === Number(key);
  const [a, b] = [FRENCH_KEYS.indexOf(key[0] ?? ''), FRENCH_KEYS.indexOf(key[1] ?? '')];
  const check = a < 10 ? a * 24 + b - 10 : a * 34 + b - 100;
  return (siren + 1 + Math.floor(check / 11)) % 11 === check % 11;
}

function britain(body: string): boolean {
  // Numbers of government departments and health authorities.
  if (/^(GD|HA)/.test(body)) return body.startsWith('GD') ? Number(body.slice(2)) < 500 : Number(body.slice(2)) >= 500;
  const rest = weighted(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || ((rest === 42 || rest === 55) && Number(body.slice(0, 3)) >= 100);
}

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

function ireland(body: string): boolean {
  const old = /^\d[A-Z+*]/.test(body);
  const digits = old ? `0${body.slice(2, 7)}${body[0]}` : body.slice(0, 7);
  const second = old ? 0 : IRISH_LETTERS.indexOf(body[8] ?? 'W');
  return IRISH_LETTERS[(weighted(digits, downFrom(8)) + 9 * second) % 23] === body[7];
}

function lithuania(body: string): boolean {
  const front = digitsOf(body.slice(0, -1));
  const sum = (shift: number): number =>
    front.reduce((total, digit, at) => total + (1 + ((at + shift) % 9)) * digit, 0) % 11;
  const first = sum(0);
  return body.at(-2) === '1' && (first === 10 ? sum(2) % 10 : first) === last(body);
}

function latvia(body: string): boolean {
  if (Number(body[0]) > 3) return weighted(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  // Numbers of persons. New ones begin with 32 and have no check digit.
  if (body.startsWith('32')) return true;
  return ((1 + weighted(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(body);
}

function netherlands(body: string): boolean {
  const personal = (weighted(body, downFrom(9)) - Number(body[8])) % 11 === 0;
  return personal || mod97(`NL${body}`) === 1;
}

function norway(body: string): boolean {
  return (11 - (weighted(body, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(body[8]);
}

function romania(body: string): boolean {
  const front = body.slice(0, -1).padStart(9, '0');
  return ((10 * weighted(front, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === last(body);
}

const switzerland = (body: string): boolean =>
  (11 - (weighted(body, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(body[8]);

const slovenia = (body: string): boolean => {
  const rest = 11 - (weighted(body, downFrom(8)) % 11);
  return rest !== 11 && rest % 10 === last(body);
};

const britishForm = (example: string): VatNumberForm => ({
  pattern: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  takes: '9 or 12 digits',
  example,
  holds: britain,
});

/**
 * By prefix. The formats are from VIES of the European Commission (questions 11 and 21), HMRC, the Swiss UID register and Brønnøysund;
 * the check digits from python-stdnum and the registers.
 */
export const VAT_NUMBER_FORMS: Readonly<Record<string, VatNumberForm>> = {
  AT: { pattern: /^U\d{8}$/, takes: 'U and 8 digits', example: 'U13585627', holds: austria },
  BE: {
    pattern: /^[01]\d{9}$/,
    takes: '10 digits that begin with 0 or 1',
    example: '0403019261',
    holds: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  },
  BG: { pattern: /^\d{9,10}$/, takes: '9 or 10 digits', example: '175074752', holds: bulgaria },
  CHE: {
    pattern: /^\d{9}(MWST|TVA|IVA)?$/,
    takes: '9 digits, and MWST, TVA or IVA where you write it',
    example: '107787577',
    holds: switzerland,
    specimensFail: true,
  },
  CY: { pattern: /^\d{8}[A-Z]$/, takes: '8 digits and a letter', example: '10259033P', holds: cyprus },
  CZ: { pattern: /^([0-8]\d{7}|\d{9,10})$/, takes: '8 to 10 digits', example: '25123891', holds: czechia },
  DE: { pattern: /^[1-9]\d{8}$/, takes: '9 digits', example: '136695976', holds: mod11And10 },
  DK: {
    pattern: /^[1-9]\d{7}$/,
    takes: '8 digits',
    example: '13585628',
    holds: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  EE: {
    pattern: /^\d{9}$/,
    takes: '9 digits',
    example: '100931558',
    holds: (body) => weighted(body, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  EL: { pattern: /^\d{9}$/, takes: '9 digits', example: '094259216', holds: greece },
  ES: {
    pattern: /^(\d{8}[A-Z]|[XYZKLM]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[0-9A-J])$/,
    takes: '9 letters and digits',
    example: 'B58378431',
    holds: spain,
  },
  FI: {
    pattern: /^\d{8}$/,
    takes: '8 digits',
    example: '20774740',
    holds: (body) => weighted(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: {
    pattern: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
    takes: '2 characters and the 9 digits of the SIREN',
    example: '40303265045',
    holds: france,
  },
  GB: britishForm('980780684'),
  HR: { pattern: /^\d{11}$/, takes: '11 digits', example: '33392005961', holds: mod11And10 },
  HU: {
    pattern: /^\d{8}$/,
    takes: '8 digits',
    example: '12892312',
    holds: (body) => weighted(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  IE: {
    pattern: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
    takes: '7 digits and 1 or 2 letters',
    example: '6433435F',
    holds: ireland,
  },
  IT: { pattern: /^\d{11}$/, takes: '11 digits', example: '00743110157', holds: luhn },
  LT: { pattern: /^(\d{9}|\d{12})$/, takes: '9 or 12 digits', example: '119511515', holds: lithuania },
  LU: {
    pattern: /^\d{8}$/,
    takes: '8 digits',
    example: '15027442',
    holds: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
  },
  LV: { pattern: /^\d{11}$/, takes: '11 digits', example: '40003521600', holds: latvia },
  MT: {
    pattern: /^[1-9]\d{7}$/,
    takes: '8 digits',
    example: '11679112',
    holds: (body) => weighted(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  },
  NL: { pattern: /^\d{9}B\d{2}$/, takes: '9 digits, B and 2 digits', example: '004495445B01', holds: netherlands },
  NO: {
    pattern: /^\d{9}(MVA)?$/,
    takes: '9 digits, and MVA where you write it',
    example: '974760673MVA',
    holds: norway,
  },
  PL: {
    pattern: /^\d{10}$/,
    takes: '10 digits',
    example: '8567346215',
    holds: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(body),
  },
  PT: {
    pattern: /^[1-9]\d{8}$/,
    takes: '9 digits',
    example: '501964843',
    holds: (body) => ((11 - (weighted(body, downFrom(9)) % 11)) % 11) % 10 === last(body),
  },
  RO: { pattern: /^[1-9]\d{1,9}$/, takes: '2 to 10 digits', example: '18547290', holds: romania },
  SE: {
    pattern: /^\d{10}01$/,
    takes: '10 digits and 01',
    example: '556188840401',
    holds: (body) => luhn(body.slice(0, 10)),
  },
  SI: { pattern: /^[1-9]\d{7}$/, takes: '8 digits', example: '50223054', holds: slovenia },
  SK: {
    pattern: /^[1-9]\d[2-47-9]\d{7}$/,
    takes: '10 digits',
    example: '2022749619',
    holds: (body) => Number(body) % 11 === 0,
  },
  XI: britishForm('110305878'),
};
