/**
 * ISO 3166-1 alpha-2, and XK for Kosovo, which has no code there: BR-CL-14 of EN 16931 lists it as 1A, banks and customs use XK.
 * See decision 153.
 */
const CODES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s/);

const COUNTRIES: ReadonlySet<string> = new Set(CODES);

export const COUNTRY_PATTERN = new RegExp(`^(?:${CODES.join('|')})$`);

/** VAT prefixes, everyday abbreviations and withdrawn codes (ISO 3166-3), with the codes that are meant. */
const MEANT: Readonly<Record<string, string>> = {
  '1A': 'XK',
  AN: 'BQ, CW or SX',
  BU: 'MM',
  CS: 'ME or RS',
  DD: 'DE',
  EL: 'GR',
  EN: 'GB',
  FX: 'FR',
  IC: 'ES',
  JA: 'JP',
  KO: 'KR',
  SP: 'ES',
  SU: 'RU',
  TP: 'TL',
  UK: 'GB',
  XI: 'GB',
  YU: 'ME or RS',
  ZR: 'CD',
};

export const isCountry = (code: string): boolean => COUNTRIES.has(code);

/** What is wrong with the code of a country and how to correct it, or undefined. */
export function countryError(code: string): string | undefined {
  if (isCountry(code)) return undefined;
  const capitals = code.trim().toUpperCase();
  const meant = isCountry(capitals) ? capitals : MEANT[capitals];
  return meant ? `must be an ISO 3166-1 code: did you mean ${meant}?` : 'must be an ISO 3166-1 code, like FR';
}
