/** NIST SP 800-63B-4 asks for 15 characters if there is only a password, and 8 with a second factor. Billhook offers both. */
export const SHORTEST_PASSWORD = 12;
/** Limits the cost of hashing. */
export const LONGEST_PASSWORD = 200;

export type PasswordErrorCode =
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_personal'
  | 'password_unchanged';

export interface PasswordError {
  readonly code: PasswordErrorCode;
  readonly message: string;
}

/**
 * The usual words of leaked passwords. Attackers first try such words, alone or combined, with digits and signs around them and
 * common substitutions (`P@ssw0rd`). Other lists contain hardly any passwords of 12 characters or more.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    'abc access account admin administrator amour angel apple april august autumn azerty azertyuiop bailey baseball batman billhook bonjour butterfly',
    'changeme charlie chocolat chocolate computer cookie daniel december default diamond doudou dragon facebook family february flower football',
    'forever freedom friday friends google guest hello home hunter iloveu iloveyou internet invoice january jennifer jessica jesus jetaime jordan july',
    'june killer legend letmein liverpool login loulou love lovely loveme loveyou manager march marseille master me michael michelle minecraft monday',
    'money monkey mot motdepasse my mynoob naruto nicolas november october office pass passe passport passw password pokemon princess purple q qazwsx',
    'qazwsxedc qwer qwert qwerty qwertyuiop root samsung secret secure security september server shadow smile soccer soleil spring starwars summer',
    'sunday sunshine superman support sweet system temp test tester the thomas thunder tigger trustno user wachtwoord welcome whatever winter word you',
    'zaq zxcvbn zxcvbnm',
  ].flatMap((line) => line.split(' ')),
);
const LONGEST_WORD = Math.max(...[...WORDS].map(({ length }) => length));

/** Rows of keyboards and common walks over them. */
const RUNS = [
  '01234567890123456789',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2b3c4d5e6f7g8h9i0j',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'a1b2c3d4e5f6g7h8i9j0',
  'q1w2e3r4t5y6u7i8o9p0',
];
const LONGEST_TAIL = 4;

const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};
/** Only within words: the digits of a year after a word are not letters. */
const undisguised = (text: string): string =>
  text.replace(/(?<=[a-z])[@431!0$5]+(?=[a-z])/g, (signs) => signs.replace(/./g, (sign) => DISGUISES[sign] ?? sign));

const LEAST_DIFFERENT = 5;
/** A password may contain a name if at least this many characters are left without it. */
const LEAST_BESIDE_NAME = 8;
const LEAST_NAME = 4;

/**
 * Why a new password is rejected. There are no composition rules: four random words are better than one with a digit and a sign
 * (NIST SP 800-63B).
 * @param names public facts about the person: email address, name, company
 * @returns the first error, or undefined for a valid password
 */
export function passwordError(password: string, names: readonly string[]): PasswordError | undefined {
  if (password.length < SHORTEST_PASSWORD) {
    return { code: 'password_too_short', message: `must have at least ${SHORTEST_PASSWORD} characters` };
  }
  if (password.length > LONGEST_PASSWORD) {
    return { code: 'password_too_long', message: `must have at most ${LONGEST_PASSWORD} characters` };
  }
  const text = password.toLowerCase();
  if (isCommon(text)) {
    return {
      code: 'password_common',
      message: 'is too common: choose a longer or less predictable one, like four random words',
    };
  }
  if (isPersonal(text, names)) {
    return {
      code: 'password_personal',
      message:
        'consists of your email address or name, or the name of the company: choose one that cannot be guessed from them',
    };
  }
  return undefined;
}

function isCommon(text: string): boolean {
  if (new Set(text).size < LEAST_DIFFERENT) return true;
  if (/^(.{1,6}?)\1+$/su.test(text)) return true;
  if (RUNS.some((run) => isRun(text, run))) return true;
  return [text, undisguised(text)].some((form) => {
    const parts = form.split(/[^\p{L}]+/u).filter((part) => part !== '');
    return parts.length > 0 && parts.every(isMadeOfWords);
  });
}

/** Whether the text is a sequence of words. A loop, because a regular expression would try all words in every order. */
function isMadeOfWords(letters: string): boolean {
  const reached = [true];
  for (let end = 1; end <= letters.length; end++) {
    let found = false;
    for (let start = Math.max(0, end - LONGEST_WORD); start < end && !found; start++) {
      found = reached[start] === true && WORDS.has(letters.slice(start, end));
    }
    reached.push(found);
  }
  return reached[letters.length] === true;
}

/** Whether most of the text is one walk over the keyboard: `qwertyuiop12`. */
function isRun(text: string, run: string): boolean {
  for (let tail = 0; tail <= LONGEST_TAIL; tail++) {
    if (run.includes(text.slice(0, text.length - tail)) || run.includes(text.slice(tail))) return true;
  }
  return false;
}

function isPersonal(text: string, names: readonly string[]): boolean {
  const known = names.flatMap((name) => {
    const whole = name.trim().toLowerCase();
    return [whole, ...whole.split(/[@\s]+/), ...(whole.split('@')[0]?.split(/[._+-]+/) ?? [])];
  });
  // The longest first, which removes an email address as a whole.
  const inOrder = [...new Set(known)].filter(({ length }) => length >= LEAST_NAME).sort((a, b) => b.length - a.length);
  const rest = inOrder.reduce((left, name) => left.replaceAll(name, ''), text);
  return rest !== text && rest.length < LEAST_BESIDE_NAME;
}

/** The error for a new password that equals the current one. The caller compares them. */
export const PASSWORD_UNCHANGED: PasswordError = { code: 'password_unchanged', message: 'is the current password' };
